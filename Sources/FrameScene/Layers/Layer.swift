import FrameModel

/// A layer of a scene: UIView's geometry, and what is shown in it.
///
/// With the anchor A in the bounds and the position p in the parent, the layer's coordinates lead to its
/// parent's by `T(-A) · transform · T(p)`.
public struct Layer: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// nil stands for the placeholder.
    case image(Picture?)
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

  /// What `save` kept, and what `undo` and `redo` lead to.
  var saved: [AffineTransform] = []
  var past: [State] = []
  var future: [State] = []

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
    /// The picture or text that is shown, where it is no longer the declared one.
    public var source: Content?
    /// How a shape is drawn.
    public var look = Look()
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
    Point(
      x: bounds.minX + state.anchor.x * bounds.size.width,
      y: bounds.minY + state.anchor.y * bounds.size.height)
  }

  public var toParent: AffineTransform {
    AffineTransform(translationX: -anchorPoint.x, y: -anchorPoint.y)
      .concatenating(state.transform)
      .concatenating(AffineTransform(translationX: state.position.x, y: state.position.y))
  }

  /// The box of the transformed bounds in the parent, as UIView's `frame`.
  public var frame: Rect {
    bounds.applying(toParent)
  }
  /// The gesture whose first change the last of `past` is.
  var changingGesture: Int?

  /// Changes the state, keeping the one before for `undo`.
  ///
  /// - Parameter gesture: the one that changes it, all of whose changes are taken back together.
  /// - Returns: the bytes that the layer holds more.
  mutating func edit<E: Error>(
    at position: ScriptPosition, during gesture: Int?, _ change: (inout State) throws(E) -> Void
  ) throws(E) -> Int {
    let before = state
    try change(&state)
    lastEdit = position
    // What is taken back for good stays counted with the states that it came of: it may be shared.
    var bytes = -future.count * Self.keptState
    future = []
    if gesture == nil || changingGesture != gesture {
      past.append(before)
      bytes += Self.keptState + state.heldBytes
    } else {
      bytes += state.heldBytes - before.heldBytes
    }
    changingGesture = gesture
    return bytes
  }

  /// The bytes of a state that `undo` or `redo` leads to.
  static let keptState = MemoryAccount.growing(1, of: State.self)

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
