import FrameModel

/// The frames of a timeline to plans, all on the canvas of its end. What has no area is not drawn.
public struct FramePlanner: Sendable {
  public let timeline: Timeline
  private let planner: Planner
  private let frame: Planner.Frame

  /// - Throws: `ScriptError`, for a canvas that cannot be.
  public init(_ timeline: Timeline, by planner: Planner) throws(ScriptError) {
    self.timeline = timeline
    self.planner = planner
    frame = try planner.frame(of: timeline.end, singular: .notDrawn)
  }

  /// - Throws: `ScriptError`, at the line that made what cannot be drawn.
  public func plan(_ index: Int) throws(ScriptError) -> RenderPlan {
    try planner.plan(timeline.scene(at: index), in: frame, singular: .notDrawn)
  }
}
