import FrameThreads

/// How far the frames of a film are, at the end of a terminal.
final class FrameProgress: Sendable {
  private let line = Monitor<BatchProgress?>(nil)

  func show(_ done: Int, of total: Int) {
    line.change { line in
      if line == nil { line = BatchProgress(total: total, of: " frames") }
      line?.show(done: done, failed: 0)
    }
  }

  /// Takes the line away, before something else is said.
  func end() {
    line.change { line in
      line?.clear()
      line = nil
    }
  }
}
