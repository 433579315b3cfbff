import FrameImage
import FrameScene

/// An error of a canvas: the layer or gesture that causes it, and the reason.
public struct CanvasError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part of a canvas that an error is about.
  public enum Subject: Hashable, Sendable {
    case canvas
    /// The number of the layer, from 1 with a group before the layers inside it, and its name, if it has one.
    case layer(Int, name: String?)
    /// The number of the gesture, from 1.
    case gesture(Int)
  }

  /// The part of the canvas.
  public let subject: Subject
  /// The reason, as a sentence without its subject.
  public let reason: String
  /// The limit that the canvas exceeds; nil for any other error.
  public let limit: LimitExceeded?

  /// `layer 2 'photo': reason`
  public var description: String { "\(subject): \(reason)" }
}

extension CanvasError {
  /// - Parameter error: The reason why an image cannot be read, or a limit.
  init(_ subject: Subject, _ error: any Error) {
    let known = error as? CanvasError
    let limit = known?.limit ?? error as? LimitExceeded
    self.init(
      subject: subject,
      reason: known?.reason ?? limit?.message.text ?? "the image cannot be read: \(error)", limit: limit)
  }
}

extension CanvasError.Subject: CustomStringConvertible {
  public var description: String {
    switch self {
    case .canvas: "the canvas"
    case .layer(let number, let name): "layer \(number)" + (name.map { " '\($0.printable)'" } ?? "")
    case .gesture(let number): "gesture \(number)"
    }
  }
}

// A command of a canvas has the number of its layer or gesture as its origin.
extension Origin {
  static func layer(_ number: Int) -> Origin { Origin(number, 0) }
  static func gesture(_ number: Int) -> Origin { Origin(0, number) }
}

extension Canvas {
  /// Translates an error of this canvas's commands.
  package func error(_ error: SceneError) -> CanvasError {
    var limit: LimitExceeded?
    if case .limit(let exceeded) = error.problem { limit = exceeded }
    return CanvasError(
      subject: subject(error.origin), reason: error.problem.message.text, limit: limit)
  }

  /// Returns the part of this canvas that issued a command.
  func subject(_ origin: Origin) -> CanvasError.Subject {
    if origin.minor > 0 { return .gesture(origin.minor) }
    let names = layers.flatMap(\.namesInOrder)
    guard names.indices.contains(origin.major - 1) else { return .canvas }
    return .layer(origin.major, name: names[origin.major - 1])
  }
}

extension Layer {
  /// The names of the layer and of the layers inside it, in the order of their numbers.
  fileprivate var namesInOrder: [String?] {
    guard case .group(let layers) = content else { return [name] }
    return [name] + layers.flatMap(\.namesInOrder)
  }
}
