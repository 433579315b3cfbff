import FrameModel
import FrameScene
import FrameThreads

/// Plans all frames of a timeline, several at a time, for what they have in common.
final class FrameScan: Sendable {
  /// What some frames, one after the other, come to.
  struct Finding: Sendable {
    /// Those that show something else than the frame before.
    var starts: [Int] = []
    var hasAlpha = false
    var isGray = true
    var depth = PixelFormat.Depth.eight
    var losses: [RenderPlan.Loss] = []
    /// The last frame's first, in its order.
    var images: [Int] = []

    /// Takes in what the pixels of frames are, and what they lose; not which images are shown.
    mutating func add(_ output: PixelFormat, _ others: [RenderPlan.Loss]) {
      hasAlpha = hasAlpha || output.channels.hasAlpha
      isGray = isGray && output.channels.isGray
      depth = max(depth, output.depth)
      losses += others.filter { !losses.contains($0) }
    }

    /// What holds all of it.
    var output: PixelFormat { PixelFormat(.init(gray: isGray, alpha: hasAlpha), depth) }
  }

  private struct State: Sendable {
    /// The next part to begin.
    var next = 0
    var results: [Int: Result<Finding, ScriptError>] = [:]
    var hasFailed = false
  }

  private let planner: FramePlanner
  private let state = Monitor(State())

  /// Of one part: enough that the frame before, which is planned again, does not count.
  private static let length = 32

  init(_ planner: FramePlanner) {
    self.planner = planner
  }

  /// - Returns: what was found of each part, in their order.
  /// - Throws: what is wrong with the first frame that anything is wrong with.
  func run(jobs: Int) throws(ScriptError) -> [Finding] {
    let frames = planner.timeline.frames
    let parts = (frames + Self.length - 1) / Self.length
    Workers.run(min(jobs, parts)) { [self] in
      while let part = take(of: parts) {
        let range = part * Self.length..<min(frames, (part + 1) * Self.length)
        let result = Result { () throws(ScriptError) in try finding(of: range) }
        state.change { state in
          if case .failure = result { state.hasFailed = true }
          state.results[part] = result
        }
      }
    }
    var findings: [Finding] = []
    let results = state.change { $0.results }
    for part in 0..<parts {
      // Those behind the first failure may be missing.
      if let result = results[part] { findings.append(try result.get()) }
    }
    return findings
  }

  private func take(of parts: Int) -> Int? {
    state.change { state in
      guard state.next < parts, !state.hasFailed else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  private func finding(of frames: Range<Int>) throws(ScriptError) -> Finding {
    var finding = Finding()
    let first = frames.lowerBound
    var before = first > 0 ? try planner.plan(first - 1) : nil
    for frame in frames {
      // What stands needs no plan, but for those that are looked at themselves.
      if before != nil, frame != frames.upperBound - 1, planner.timeline.stands(at: frame) { continue }
      let plan = try planner.plan(frame)
      if plan != before { finding.starts.append(frame) }
      finding.add(plan.output, plan.losses)
      let shown = plan.images.map(\.id)
      finding.images = shown + finding.images.filter { !shown.contains($0) }
      before = plan
    }
    return finding
  }
}
