import FrameGeometry
import FrameScene

/// How a studio writes what fingers do.
enum WritingStyle: String, Codable, CaseIterable {
  /// Gestures by name: `twist 12deg`.
  case words
  /// Edits, which need no recognizer: `rotate 12deg`.
  case edits
  /// Every touch.
  case touches
}

/// Writes a change of a layer as statements.
///
/// Numbers are rounded to the fewest decimals that keep every corner of the layer within 0.25 pixels.
struct GestureWriter {
  let before: SceneTree.Layer
  /// The canvas, for distances in percent; nil writes pixels.
  let canvas: Size?

  private static let tolerance = 0.25
  /// Edits with rounded numbers miss a position by less than this, in pixels.
  private static let roundingError = 0.02

  /// Returns the gestures by name that take a layer from one place to another; nil if none do.
  func words(to after: SceneTree.Layer) -> [String]? {
    guard let inverse = before.toParent.inverse else { return nil }
    // Two placements differ by an affine map, also in perspective.
    let change = inverse.concatenating(after.toParent).linearized(at: before.center)
    guard let (scale, angle) = change.similarity else { return nil }
    let way = Vector(from: before.center, to: after.center)
    let turned = [
      angleText(angle).map { "twist \($0)" }, factorText(scale).map { "pinch \($0)" },
    ].compactMap(\.self)
    // Two fingers also move a layer by parts of a pixel, which nobody means.
    if !turned.isEmpty, way.length < 2 * Self.tolerance { return turned }
    return turned + [distanceText(way, 1).map { "pan \($0)" }].compactMap(\.self)
  }

  /// Returns gestures as one of the same fingers.
  static func together(_ words: [String]) -> [String] {
    words.count > 1 ? ["together { \(words.joined(separator: "; ")) }"] : words
  }

  /// Returns the edits that give a layer the transform that it has after a change; nil if none do. Its position may still differ.
  func edits(to after: SceneTree.Layer) -> [String]? {
    guard let inverse = before.transform.inverse else { return nil }
    // Edits are applied before the present transform, in the layer's own axes.
    let edit = after.transform.concatenating(inverse)
    guard let (scale, angle) = edit.similarity else { return aboutPoints(to: after) }
    var linear = edit
    (linear.tx, linear.ty) = (0, 0)
    guard let back = linear.inverse else { return nil }
    let way = Vector(dx: edit.tx, dy: edit.ty).applying(back)
    return [
      angleText(angle, more: 2).map { "rotate \($0)" }, factorText(scale, more: 2).map { "scale \($0)" },
      distanceText(way, 3).map { "translate \($0)" },
    ].compactMap(\.self)
  }

  /// Returns the edits in the parent's axes that take a layer from one place to another; nil if none do. Of a layer that is
  /// stretched, only they keep the angles.
  func aboutPoints(to after: SceneTree.Layer) -> [String]? {
    guard let inverse = before.toParent.inverse,
      let (scale, angle) = inverse.concatenating(after.toParent).linearized(at: before.center).similarity
    else { return nil }
    let center = "about " + Self.distance(Vector(from: .zero, to: before.center), 2, canvas)
    let way = Vector(from: before.center, to: after.center)
    return [
      angleText(angle, more: 2).map { "rotate \($0) \(center)" },
      factorText(scale, more: 2).map { "scale \($0) \(center)" },
      way.length < Self.roundingError
        ? nil
        : canvas == nil
          ? "concat 1 0 0 1 \(way.dx.trimmed(3)) \(way.dy.trimmed(3))"
          : "move " + Self.distance(way, 3, canvas),
    ].compactMap(\.self)
  }

  /// Returns the edit that moves the position of a layer; nil if it stays.
  static func move(by way: Vector) -> String? {
    way.length < roundingError ? nil : "move \(way.dx.trimmed(3)),\(way.dy.trimmed(3))"
  }

  // MARK: Numbers

  /// The distance of the corners from the center on the canvas, in pixels.
  private var radius: Double {
    let corners = before.bounds.corners.compactMap { $0.applying(before.toScene) }
    let center = before.bounds.center.applying(before.toScene) ?? .zero
    return max(1, corners.map { Vector(from: center, to: $0).length }.max() ?? 1)
  }

  private func decimals(_ unit: Double) -> Int {
    var (decimals, error) = (0, unit / 2)
    while error >= Self.tolerance, decimals < 9 { (decimals, error) = (decimals + 1, error / 10) }
    return decimals
  }

  /// - Parameter angle: In radians.
  private func angleText(_ angle: Double, more: Int = 0) -> String? {
    let text = (angle * 180 / .pi).trimmed(decimals(radius * .pi / 180) + more)
    return text == "0" ? nil : text + "deg"
  }

  private func factorText(_ factor: Double, more: Int = 0) -> String? {
    let text = factor.trimmed(decimals(radius) + more)
    return text == "1" || text == "0" ? nil : text
  }

  private func distanceText(_ way: Vector, _ decimals: Int) -> String? {
    let pixels = [way.dx, way.dy].map { $0.trimmed(decimals) }
    return pixels == ["0", "0"] ? nil : Self.distance(way, decimals, canvas)
  }

  /// Returns `40,20`, or percentages of a canvas.
  static func distance(_ way: Vector, _ decimals: Int, _ canvas: Size?) -> String {
    guard let canvas else { return [way.dx, way.dy].map { $0.trimmed(decimals) }.joined(separator: ",") }
    let percent = [way.dx * 100 / canvas.width, way.dy * 100 / canvas.height]
    return percent.map { $0.trimmed(3) + "%" }.joined(separator: ",")
  }
}

extension SceneTree.Layer {
  /// From the parent's coordinates to the canvas's.
  var parentToCanvas: PlaneMap { toParent.inverse.map { $0.concatenating(toScene) } ?? .identity }

  /// The center in the parent, about which gestures by name act.
  var center: Point { bounds.center.applying(toParent) ?? .zero }
}

extension AffineTransform {
  /// The factor and the clockwise angle in radians of a transform that keeps shapes; nil for one that does not.
  var similarity: (scale: Double, angle: Double)? {
    let scale = Trigonometry.hypot(a, b)
    let slack = 1e-6 * max(scale, 1e-6)
    guard scale > 1e-9, abs(a - d) <= slack, abs(b + c) <= slack else { return nil }
    return (scale, Trigonometry.atan2(b, a))
  }
}

extension Vector {
  var isNothing: Bool { length < 5e-4 }
}

extension Rect {
  var center: Point { Point(x: midX, y: midY) }
}
