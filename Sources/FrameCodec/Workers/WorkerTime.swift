import CCodecWorker
import FrameImage

/// The times that a worker gets, in milliseconds.
///
/// The limit of an image is processor time, which does not depend on how busy the machine is. The wait for answers is limited,
/// too, because a process that hangs may use no processor time.
struct WorkerTimeout: Sendable {
  /// The processor time for loading, for an image without its pixels, and for closing it.
  var base = 5_000
  /// The slowest of our encoders, lossless AVIF, takes 2 seconds.
  var perMegapixel = 10_000
  var perMebibyte = 1_000

  /// The least time to wait for answers beyond the processor time. A machine can be so busy that a worker rarely runs.
  var patience = 60_000

  /// Returns how long to wait for the answers of a worker that may use this much processor time.
  func waiting(_ processor: Int) -> Int { max(10 * processor, processor + patience) }

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
    extend(by: timeout.base + timeout.forBytes(bytes))
  }

  /// Adds the time for this many pixels that are decoded or encoded.
  mutating func extend(pixels: Int) { extend(by: timeout.forPixels(pixels)) }

  private mutating func extend(by milliseconds: Int) {
    let before = allowed
    allowed.processor += milliseconds
    allowed.waiting = timeout.waiting(allowed.processor)
    left.processor += Int64(milliseconds)
    left.waiting += Int64(allowed.waiting - before.waiting)
  }

  /// The error of a worker that has used all of its time.
  var error: CodecError {
    .timedOut(
      left.waiting <= 0
        ? .waiting(max(1, allowed.waiting / 1000)) : .processor(max(1, allowed.processor / 1000)))
  }
}
