import FrameModel
import FrameScene
import FrameThreads

/// How an edit is wanted as frames.
public struct FrameSequenceRequest: Sendable {
  public var rate: FrameRate
  /// Whether each frame is a file of its own; else the output's format has to hold them all.
  public var isNumbered: Bool
  /// How many threads may plan.
  public var jobs: Int

  public init(rate: FrameRate, isNumbered: Bool = false, jobs: Int = 1) {
    (self.rate, self.isNumbered, self.jobs) = (rate, isNumbered, jobs)
  }
}

/// An edit as frames, of which everything is decided and no pixel is read yet.
public struct FrameSequence: Sendable {
  let planner: FramePlanner
  let isNumbered: Bool
  /// Frames that show the same, as one after the other.
  let uniqueFrames: [Range<Int>]
  /// What the pixels of all frames are.
  let output: PixelFormat
  /// What any of them loses.
  let losses: [RenderPlan.Loss]
  /// The numbers of the images that are shown; those of the last frame first, in its order.
  let images: [Int]

  public var rate: FrameRate { planner.timeline.rate }
  public var frames: Int { planner.timeline.frames }
  /// How long they are shown together.
  public var milliseconds: Int { rate.milliseconds(of: 0..<frames) }
  /// How many the output holds: those that show the same are one, but for files of their own.
  public var written: Int { isNumbered ? frames : uniqueFrames.count }
  var lastPlan: RenderPlan {
    get throws(ScriptError) { try planner.plan(frames - 1) }
  }
  /// Whether anything can have moved.
  var hasTime: Bool { frames > 1 }

  /// Plans every frame once: what is wrong with one is known before any is drawn.
  ///
  /// - Parameter moving: the numbers of the animated images by themselves.
  /// - Throws: what is wrong with the first frame that anything is wrong with.
  init(
    _ timeline: Timeline, by planner: Planner, _ request: FrameSequenceRequest, animated: Set<Int>
  ) throws(ScriptError) {
    self.planner = try FramePlanner(timeline, by: planner)
    isNumbered = request.isNumbered
    let findings = try FrameScan(self.planner).run(jobs: request.jobs)
    var all = FrameScan.Finding()
    var starts: [Int] = []
    var images = findings.last?.images ?? []
    for finding in findings {
      starts += finding.starts
      all.add(finding.output, finding.losses)
      images += finding.images.filter { !images.contains($0) }
    }
    // What an image shows that moves no plan knows.
    if !animated.isDisjoint(with: images) { starts = Array(0..<timeline.frames) }
    uniqueFrames = zip(starts, starts.dropFirst() + [timeline.frames]).map { $0..<$1 }
    (output, losses, self.images) = (all.output, all.losses, images)
  }
}
