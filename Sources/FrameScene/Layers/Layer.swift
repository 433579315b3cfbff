import FrameModel

/// A layer of a scene: UIView's geometry, and what is shown in it.
///
/// With the anchor A in the bounds and the position p in the parent, the layer's coordinates lead to its
/// parent's by `T(-A) · transform · T(p)`.
public struct Layer: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// nil stands for the placeholder.
    case image(SourceImage?)
    case group
    case shape(Shape)
  }

  public var name: String
  public var content: Content
  /// The index of the group that it lies in, or nil for the canvas.
  public var parent: Int?
  /// What lies in it, from the back; a group's alone.
  public var children: [Int] = []
  /// Of what is no shape.
  public var size: Size
  public var isTouchable = true
  public var isMarked = false
  /// What edits change, and what `undo` takes back.
  public var state: State
  /// Where the layer was last edited, for errors that show only when everything is composed.
  public var lastEdit: ScriptPosition

  public struct State: Hashable, Sendable {
    public var transform = AffineTransform.identity
    /// Where the anchor lies in the parent.
    public var position: Point
    /// In units of the bounds.
    public var anchor: Point
    public var mode = ContentMode.scaleAspectFit
    public var opacity = 1.0
    public var blend = BlendMode.normal
    public var clip: Clip?
    public var shadow: Shadow?
    public var isHidden = false
    /// The image or text that is shown, where it is no longer the declared one.
    public var source: Content?
    /// How a shape is drawn.
    public var look = ShapeStyle()
  }

  public typealias Clip = SceneTree.Clip

  public typealias Shadow = SceneTree.Shadow

  public var shown: Content { state.source ?? content }

  /// A shape's is its box, in its parent's coordinates; all others begin at 0,0.
  public var bounds: Rect {
    if case .shape(let shape) = shown { shape.box } else { Rect(origin: .zero, size: size) }
  }

  /// The anchor in the layer's own coordinates.
  public var anchorPoint: Point {
    let bounds = bounds
    return Point(
      x: bounds.minX + state.anchor.x * bounds.size.width,
      y: bounds.minY + state.anchor.y * bounds.size.height)
  }

  public var toParent: AffineTransform {
    let anchorPoint = anchorPoint
    return AffineTransform(translationX: -anchorPoint.x, y: -anchorPoint.y)
      .concatenating(state.transform)
      .concatenating(AffineTransform(translationX: state.position.x, y: state.position.y))
  }

  /// The box of the transformed bounds in the parent, as UIView's `frame`.
  public var frame: Rect {
    bounds.applying(toParent)
  }
}

/// What `save` has kept of a layer, and what `undo` and `redo` lead to. It lies beside the layers: a copy of a layer, which
/// is made often, must not make the next edit copy all that was before.
struct EditHistory {
  private var saved: [AffineTransform] = []
  private var past: [Layer.State] = []
  private var future: [Layer.State] = []
  /// The gesture whose first change the last of `past` is.
  private var changingGesture: Int?

  /// Keeps the state before a change for `undo`.
  ///
  /// - Parameters:
  ///   - after: the state after the change.
  ///   - gesture: the one that changes it, all of whose changes are taken back together.
  /// - Returns: the bytes that are held more.
  mutating func note(_ before: Layer.State, now after: Layer.State, during gesture: Int?) -> Int {
    // What is taken back for good stays counted with the states that it came of: it may be shared.
    var bytes = -future.count * Self.keptState
    future = []
    if gesture == nil || changingGesture != gesture {
      past.append(before)
      bytes += Self.keptState + after.heldBytes
    } else {
      bytes += after.heldBytes - before.heldBytes
    }
    changingGesture = gesture
    return bytes
  }

  /// The bytes of a state that `undo` or `redo` leads to.
  static let keptState = MemoryAccount.growing(1, of: Layer.State.self)

  /// - Returns: the state before the last change; nil where there is none.
  mutating func undo(_ state: Layer.State) -> Layer.State? {
    guard let before = past.popLast() else { return nil }
    changingGesture = nil
    future.append(state)
    return before
  }

  /// - Returns: what `undo` took back last; nil where there is nothing.
  mutating func redo(_ state: Layer.State) -> Layer.State? {
    guard let after = future.popLast() else { return nil }
    changingGesture = nil
    past.append(state)
    return after
  }

  mutating func save(_ transform: AffineTransform) { saved.append(transform) }

  mutating func restore() -> AffineTransform? { saved.popLast() }
}

extension Layer {
  /// The bytes that a scene holds for it: in its list of layers, in its table of names, and what it shows.
  var heldBytes: Int {
    MemoryAccount.growing(1, of: Layer.self) + 256 + name.heldBytes + content.heldBytes + state.heldBytes
  }
}

extension Layer.Content {
  var heldBytes: Int {
    guard case .shape(let shape) = self else { return 0 }
    return shape.path.heldBytes + (shape.text?.string.heldBytes ?? 0)
  }
}

extension Layer.State {
  /// The bytes that it holds beside its own place.
  var heldBytes: Int {
    var bytes = source?.heldBytes ?? 0
    if case .path(let path, _)? = clip { bytes += path.heldBytes }
    for paint in [look.fill?.paint, look.stroke?.paint] {
      guard case .gradient(let gradient)? = paint else { continue }
      bytes += MemoryAccount.allocation
      bytes += MemoryAccount.growing(gradient.stops.count, of: RenderPlan.Gradient.Stop.self)
    }
    if let dashes = look.stroke?.style.dashes, !dashes.isEmpty {
      bytes += MemoryAccount.allocation + MemoryAccount.growing(dashes.count, of: Double.self)
    }
    return bytes
  }
}
