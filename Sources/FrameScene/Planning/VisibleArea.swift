import FrameGeometry
import FramePlan

/// What can be seen of layers, as rectangles in output pixels; nil if everything counts, because the canvas is being determined.
struct VisibleArea: Hashable {
  /// The visible part of the current layers.
  private(set) var seen: Rect?
  /// The same before any clip.
  private(set) var window: Rect?
  /// The same before any clip and crop.
  private(set) var canvas: Rect?
  /// True inside a clip.
  private(set) var isClipped = false

  init(_ frame: Planner.Frame?) {
    window = frame.map { Rect(origin: .zero, size: Size($0.window.size)) }
    seen = window
    canvas = frame.map {
      Rect(
        x: -Double($0.window.x), y: -Double($0.window.y), width: Double($0.canvas.width),
        height: Double($0.canvas.height))
    }
  }

  /// Returns the area with changed rectangles.
  func mapped(_ change: (Rect) -> Rect) -> VisibleArea {
    var area = self
    (area.seen, area.window) = (seen.map(change), window.map(change))
    area.canvas = canvas.map(change)
    return area
  }

  /// Returns the visible part of the plane in other coordinates, with a pixel around it.
  ///
  /// - Parameter matrix: from those coordinates to output pixels.
  func plane(_ matrix: AffineTransform) -> Rect? {
    window.flatMap { window in matrix.inverse.map { window.grown(by: 1).applying($0) } }
  }

  /// Layers outside the output may cast a shadow into it.
  mutating func widen(for shadow: RenderPlan.Shadow) {
    self = mapped { box in
      box.union(box.offsetBy(dx: -shadow.offset.dx, dy: -shadow.offset.dy).grown(by: shadow.reach))
    }
  }

  /// Pixels outside the output matter if they are in the neighborhood of visible ones.
  mutating func widen(by distance: Double) {
    self = mapped { $0.grown(by: distance) }
  }

  /// - Returns: false if nothing is visible any more.
  mutating func narrow(to clip: RenderPlan.Clip) -> Bool {
    guard let box = clip.boundingBox else { return false }
    let rest = seen.map(box.intersection) ?? box
    seen = rest
    isClipped = true
    return rest != nil
  }
}
