import FrameModel

/// Converts the frames of a timeline to plans, all on the canvas of its end. Layers without area are not drawn.
public struct FramePlanner: Sendable {
  public let timeline: Timeline
  private let planner: Planner
  private let frame: Planner.Frame

  /// - Throws: `ScriptError` for an invalid canvas.
  public init(_ timeline: Timeline, by planner: Planner) throws(ScriptError) {
    self.timeline = timeline
    self.planner = planner
    frame = try planner.frame(of: timeline.end, singular: .notDrawn)
  }

  /// - Throws: `ScriptError` at the line that made something that cannot be drawn.
  public func plan(_ index: Int) throws(ScriptError) -> RenderPlan {
    try planner.plan(timeline.scene(at: index), in: frame, singular: .notDrawn)
  }
}
