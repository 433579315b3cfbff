import CCodecWorker
import FrameImage

/// The processor time that a worker gets, in milliseconds.
struct WorkerTimeout: Sendable {
  /// For loading, for an image without its pixels, and for closing it.
  var base = 5_000
  /// The slowest of our encoders, lossless AVIF, takes 2 seconds.
  var perMegapixel = 10_000
  var perMebibyte = 1_000

  /// The time to wait for a reply. An idle worker that does not reply hangs; one with a large image may have to share
  /// the processor with many others.
  static let waitingPerBase = 2
  static let waitingPerPixels = 4

  /// This cannot overflow: counts have limits far below 2^40.
  func forPixels(_ count: Int) -> Int { min(count, 1 << 40) / 1_000 * perMegapixel / 1_000 }
  func forBytes(_ count: Int) -> Int { min(count, 1 << 40) / 1_024 * perMebibyte / 1_024 }
}

/// The time that a worker has left for one image.
struct WorkerTime {
  /// What `codec_gate_wait` counts down.
  var left: codec_patience
  private let timeout: WorkerTimeout
  /// Ends the work; `left` points into it.
  private let cancellation: Cancellation?
  /// The milliseconds allowed in all, of processor time and of waiting.
  private var allowed = (processor: 0, waiting: 0)

  /// - Parameters:
  ///   - used: the processor time that the process has used, in milliseconds.
  ///   - bytes: the length of the image's file.
  init(_ timeout: WorkerTimeout, used: Int64, bytes: Int, until cancellation: Cancellation?) {
    (self.timeout, self.cancellation) = (timeout, cancellation)
    left = codec_patience(
      processor: used, waiting: 0, cancelled: cancellation.map { UnsafePointer($0.address) })
    extend(by: timeout.base, waiting: WorkerTimeout.waitingPerBase)
    extend(by: timeout.forBytes(bytes), waiting: WorkerTimeout.waitingPerPixels)
  }

  /// Adds the time for this many pixels that are decoded or encoded.
  mutating func extend(pixels: Int) {
    extend(by: timeout.forPixels(pixels), waiting: WorkerTimeout.waitingPerPixels)
  }

  private mutating func extend(by milliseconds: Int, waiting factor: Int) {
    allowed.processor += milliseconds
    allowed.waiting += milliseconds * factor
    left.processor += Int64(milliseconds)
    left.waiting += Int64(milliseconds * factor)
  }

  /// The error of a worker that has used all of its time.
  var error: CodecError {
    let milliseconds = left.waiting <= 0 ? allowed.waiting : allowed.processor
    return .timedOut(seconds: max(1, milliseconds / 1000))
  }
}
