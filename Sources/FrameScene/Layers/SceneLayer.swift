import FrameGeometry
import FrameImage
import FramePlan

/// A layer of a scene, with UIView's geometry.
///
/// With the anchor A in the bounds and the position p in the parent, the layer's coordinates map to its parent's by
/// `T(-A) · transform · T(p)`. In perspective, the placement replaces `T(-A)`.
package struct SceneLayer: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    /// nil means the placeholder.
    case image(SourceImage?)
    case group
    indirect case shape(Shape)
  }

  package var name: String
  package var content: Content
  /// The index of the parent group, or nil for the canvas.
  package var parent: Int?
  /// The children of a group, from back to front.
  package var children: [Int] = []
  /// Except for shapes.
  package var size: Size
  package var isTouchable = true
  package var isMarked = false
  /// What gestures may do to it, in the order of their commands.
  var limits: [LayerLimit] = []
  /// The part that edits change and `undo` restores.
  package var state: State
  /// The position of the last edit, for errors that are found only when everything is composited.
  package var lastEdit: Origin

  package struct State: Equatable, Sendable {
    package var transform = AffineTransform.identity
    /// The share of the image that `straighten` turned out of the canvas.
    var straightenedAway = 0.0
    /// True if `straighten` has found the photo on its side: a canvas that the script does not state then is, too.
    var turnsCanvas = false
    /// The position of the anchor in the parent.
    package var position: Point
    /// In perspective: from the layer's own coordinates to those in which the transform acts. nil for where the anchor puts it.
    @Boxed package var placement: PlaneMap? = nil
    /// In units of the bounds.
    package var anchor: Point
    package var image = ImageStyle()
    package var opacity = 1.0
    package var blend = BlendMode.normal
    @Boxed package var clip: Clip? = nil
    @Boxed package var mask: LayerMask? = nil
    @Boxed package var shadow: Shadow? = nil
    /// In their order.
    package var effects: [LayerEffect] = []
    package var isHidden = false
    /// The image or text that is shown, if it is no longer the declared one.
    @Boxed package var source: Content? = nil
    /// The style of a shape.
    package var look = ShapeStyle()
  }

  package typealias Shadow = SceneTree.Shadow

  package var shown: Content { state.source ?? content }

  /// The light of the layer's own pixels, before they are blended.
  var light: RenderPlan.LightUse { if case .image(.some) = shown { .resampling } else { .blending } }

  /// A shape's bounding box in its parent's coordinates; other bounds begin at 0,0.
  package var bounds: Rect { shown.bounds(size) }

  /// The anchor in the layer's own coordinates.
  package var anchorPoint: Point { bounds.point(at: state.anchor) }

  var map: LayerMap { LayerMap(place: state.place, anchor: anchorPoint, perspective: state.placement) }

  package var toParent: PlaneMap { map.toParent }

  /// The bounding box of the transformed bounds in the parent, as UIView's `frame`; in perspective, that of what is drawn.
  package var frame: Rect { framed.applying(toParent) }

  /// In the layer's own coordinates.
  var framed: Rect { state.placement == nil ? bounds : drawnRect }
}

/// How an image layer shows its image.
package struct ImageStyle: Hashable, Sendable {
  package var mode = ContentMode.scaleAspectFit
  /// The place of the image in its layer, from 0 for left or top to 1; nil for that of the content mode.
  package var alignment: Point?
  /// The quadrilateral of the photo that becomes a rectangle, and is the image; nil for all of the photo.
  @Boxed package var unwarp: Unwarp? = nil
  /// The part that is shown, in whole upright pixels; nil for all of the image.
  package var part: Rect?
  package var edge = EdgeMode.transparent
  /// What happens to the part outside the layer's box; nil for what the content mode does.
  package var overflow: Overflow?
  /// What `scaleAspectFill` keeps in view.
  @Boxed var focus: LayerFocus? = nil

  /// Returns the size of an image: upright, and if a part of it becomes a rectangle, that rectangle's.
  package func size(of image: SourceImage) -> PixelSize { unwarp?.size ?? image.uprightSize }

  /// Returns the part of an image that is shown, in pixels of that size.
  package func part(of image: SourceImage) -> Rect {
    part ?? Rect(origin: .zero, size: Size(size(of: image)))
  }
}

/// The saved transforms of a layer, and its states for `undo` and `redo`. Stored beside the layers: copying a layer,
/// which happens often, must not make the next edit copy the history.
struct EditHistory {
  private var saved: [AffineTransform] = []
  private var past: [SceneLayer.State] = []
  private var future: [SceneLayer.State] = []
  /// The gesture whose first change is the last of `past`.
  private var changingGesture: Int?

  /// Keeps the state before a change for `undo`.
  ///
  /// - Parameters:
  ///   - after: the state after the change.
  ///   - gesture: the gesture that makes it, all of whose changes are undone together.
  /// - Returns: the additional bytes that are held.
  mutating func note(_ before: SceneLayer.State, now after: SceneLayer.State, during gesture: Int?) -> Int {
    // States that are discarded stay counted with their predecessors, because they may share storage.
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

  /// Returns whether a gesture has made the last change, so that its next one is undone with it.
  func isChanging(during gesture: Int?) -> Bool {
    gesture != nil && gesture == changingGesture && future.isEmpty
  }

  /// The bytes of a state for `undo` or `redo`.
  static let keptState = AllocatedBytes.growing(1, of: SceneLayer.State.self)

  /// - Returns: the state before the last change; nil if there is none.
  mutating func undo(_ state: SceneLayer.State) -> SceneLayer.State? {
    guard let before = past.popLast() else { return nil }
    changingGesture = nil
    future.append(state)
    return before
  }

  /// - Returns: the state that `undo` replaced last; nil if there is none.
  mutating func redo(_ state: SceneLayer.State) -> SceneLayer.State? {
    guard let after = future.popLast() else { return nil }
    changingGesture = nil
    past.append(state)
    return after
  }

  mutating func save(_ transform: AffineTransform) { saved.append(transform) }

  mutating func restore() -> AffineTransform? { saved.popLast() }
}

extension Rect {
  /// - Parameter share: in units of the rectangle, from its upper left corner.
  func point(at share: Point) -> Point {
    Point(x: minX + share.x * size.width, y: minY + share.y * size.height)
  }
}

extension SceneLayer {
  /// The bytes that a scene holds for it: in its list of layers, in its table of names, and for its content.
  var heldBytes: Int {
    AllocatedBytes.growing(1, of: SceneLayer.self) + 256 + name.heldBytes + content.heldBytes
      + state.heldBytes
  }
}

extension SceneLayer.Content {
  /// - Parameter size: of the layer. Shapes have their own.
  func bounds(_ size: Size) -> Rect {
    if case .shape(let shape) = self { shape.box } else { Rect(origin: .zero, size: size) }
  }

  var heldBytes: Int {
    guard case .shape(let shape) = self else { return 0 }
    return AllocatedBytes.header + MemoryLayout<Shape>.stride + shape.path.heldBytes
      + (shape.text?.string.heldBytes ?? 0)
  }
}

extension SceneLayer.State {
  /// The bytes that it holds beside its inline storage.
  var heldBytes: Int {
    var bytes = _clip.heldBytes + _mask.heldBytes + _shadow.heldBytes + _source.heldBytes + image.heldBytes
    bytes += _placement.heldBytes + look.heldBytes + (source?.heldBytes ?? 0)
    if case .path(let path, _)? = clip { bytes += path.heldBytes }
    if case .paint(let paint)? = mask?.source { bytes += paint.heldBytes }
    bytes += effects.heldBytes
    return bytes
  }
}

extension ImageStyle {
  var heldBytes: Int {
    let focused = if case .boxes(let file)? = focus?.target { file.heldBytes } else { 0 }
    return _focus.heldBytes + _unwarp.heldBytes + focused
  }
}

extension RenderPlan.Paint {
  /// The bytes that it holds beside its inline storage.
  var heldBytes: Int {
    guard case .gradient(let gradient) = self else { return 0 }
    return AllocatedBytes.header
      + AllocatedBytes.growing(gradient.stops.count, of: RenderPlan.Gradient.Stop.self)
  }
}
