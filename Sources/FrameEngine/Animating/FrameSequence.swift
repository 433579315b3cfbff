import FrameImage
import FramePlan
import FrameScene

/// A request to render an edit as frames.
package struct FrameSequenceRequest: Sendable {
  package var rate: FrameRate
  /// True if each frame becomes a file of its own. Otherwise the output's format must hold all frames.
  package var isNumbered: Bool
  /// The largest number of threads that plan frames.
  package var jobs: Int

  package init(rate: FrameRate, isNumbered: Bool = false, jobs: Int = 1) {
    (self.rate, self.isNumbered, self.jobs) = (rate, isNumbered, jobs)
  }
}

/// An edit rendered as frames, planned completely before any pixel is read.
package struct FrameSequence: Sendable {
  private let planner: FramePlanner
  let isNumbered: Bool
  /// The unique frames: ranges of equal frames, of which one is rendered.
  package let uniqueFrames: [Range<Int>]
  /// The plan of the last frame, with the pixel format that holds all frames, and the losses of all frames.
  let lastPlan: RenderPlan
  /// The numbers of the shown images: first those of the last frame, in its order.
  let images: [Int]

  package var rate: FrameRate { planner.timeline.rate }
  package var frames: Int { planner.timeline.frames }
  /// The duration of all frames.
  package var milliseconds: Int { rate.milliseconds(of: 0..<frames) }
  /// The number of frames of the output. Equal frames are merged, unless each frame has its own file.
  package var outputFrameCount: Int { isNumbered ? frames : uniqueFrames.count }
  /// True if the script takes enough time for more than one frame.
  var hasSeveralFrames: Bool { frames > 1 }

  /// Plans every frame once, so that errors are known before any frame is drawn.
  ///
  /// - Parameter animated: the numbers of the animated images.
  /// - Throws: the error of the first frame that cannot be planned.
  init(
    _ timeline: Timeline, by planner: Planner, _ request: FrameSequenceRequest, animated: Set<Int>
  ) throws(SceneError) {
    self.planner = try FramePlanner(timeline, by: planner)
    isNumbered = request.isNumbered
    let summaries = try FrameScan(self.planner).run(jobs: request.jobs)
    guard var lastPlan = summaries.last?.lastPlan else { preconditionFailure("a timeline has a frame") }
    var all = FrameScan.Summary()
    var starts: [Int] = []
    var images = summaries.last?.images ?? []
    for summary in summaries {
      starts += summary.starts
      all.add(summary.output, summary.losses)
      images += summary.images.filter { !images.contains($0) }
    }
    // Plans do not contain the frames of animated images, so every frame may differ.
    if !animated.isDisjoint(with: images) { starts = Array(0..<timeline.frames) }
    uniqueFrames = zip(starts, starts.dropFirst() + [timeline.frames]).map { $0..<$1 }
    (lastPlan.output, lastPlan.losses) = (all.output, all.losses + (try self.planner.framingLosses()))
    (self.lastPlan, self.images) = (lastPlan, images)
  }

  /// Returns the plan of a unique frame, with the pixel format that holds all frames.
  func plan(ofUnique index: Int) throws(SceneError) -> RenderPlan {
    var plan = try planner.plan(uniqueFrames[index].lowerBound)
    plan.output = lastPlan.output
    return plan
  }
}

/// Plans all frames of a timeline on several threads, and summarizes them.
private final class FrameScan: Sendable {
  /// The summary of consecutive frames.
  struct Summary: Sendable {
    /// The frames that differ from the frame before.
    var starts: [Int] = []
    var hasAlpha = false
    var isGray = true
    var depth = PixelFormat.Depth.eight
    var losses: [RenderPlan.Loss] = []
    /// The numbers of the shown images: first those of the last frame, in its order.
    var images: [Int] = []
    /// The plan of the last frame of the timeline; nil if these are earlier frames, whose plans would take memory.
    var lastPlan: RenderPlan?

    /// Adds the pixel format and the losses of frames, but not their images or a plan.
    mutating func add(_ output: PixelFormat, _ others: [RenderPlan.Loss]) {
      hasAlpha = hasAlpha || output.channels.hasAlpha
      isGray = isGray && output.channels.isGray
      depth = max(depth, output.depth)
      losses += others.filter { !losses.contains($0) }
    }

    /// The pixel format that holds all frames.
    var output: PixelFormat { PixelFormat(.init(gray: isGray, alpha: hasAlpha), depth) }
  }

  private let planner: FramePlanner

  /// The number of frames in a chunk. It is large enough that planning the frame before a chunk again costs little.
  private static let chunkLength = 32

  init(_ planner: FramePlanner) {
    self.planner = planner
  }

  /// Plans all frames.
  ///
  /// - Returns: the summaries of chunks of frames, in order.
  /// - Throws: the error of the first frame that cannot be planned.
  func run(jobs: Int) throws(SceneError) -> [Summary] {
    let frames = planner.timeline.frames
    let starts = Array(stride(from: 0, to: frames, by: Self.chunkLength))
    return try Workers.map(starts, threads: jobs) { [self] start throws(SceneError) in
      try summary(of: start..<min(frames, start + Self.chunkLength))
    }
  }

  private func summary(of frames: Range<Int>) throws(SceneError) -> Summary {
    var summary = Summary()
    let first = frames.lowerBound
    var before = first > 0 ? try planner.plan(first - 1) : nil
    for frame in frames {
      // A frame that is equal to the one before needs no plan, except for the last one of the chunk.
      if before != nil, frame != frames.upperBound - 1, planner.timeline.stands(at: frame) { continue }
      let plan = try planner.plan(frame)
      if plan != before { summary.starts.append(frame) }
      summary.add(plan.output, plan.losses)
      let shown = plan.images.map(\.id)
      summary.images = shown + summary.images.filter { !shown.contains($0) }
      before = plan
    }
    if frames.upperBound == planner.timeline.frames { summary.lastPlan = before }
    return summary
  }
}
