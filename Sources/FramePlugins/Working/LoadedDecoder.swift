import CCodecChannel
import CFrameCodec
import FrameCodec
import FrameModel

/// The rows of a picture that a worker decodes.
final class LoadedDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  private(set) var notices: [CodecNotice] = []

  private let picture: LoadedPicture
  private let onDamage: DamagePolicy
  private let rowBytes: Int
  /// That fit into shared memory.
  private let mostRows: Int
  private let reduction: UInt32
  private var frame = 0
  /// How long it is shown.
  private var milliseconds = 0
  private var next = 0
  /// What broke the picture off, where it is salvaged.
  private var isBroken = false
  private var isFinished = false

  private static let sharedBytes = 1 << 20

  init(_ picture: LoadedPicture, _ request: DecodeRequest) throws(CodecError) {
    self.picture = picture
    size = picture.header.size.reduced(by: request.reduction)
    format = picture.header.pixels
    onDamage = request.onDamage
    rowBytes = format.rowBytes(width: size.width)
    mostRows = max(1, Self.sharedBytes / rowBytes)
    _ = try picture.worker.memory(min(mostRows, size.height) * rowBytes)
    reduction = UInt32(request.reduction.rawValue)
    _ = try begin(0)
  }

  func beginFrame(_ index: Int) throws -> Int {
    if index == frame { return milliseconds }
    guard index > frame, index < picture.header.frames else {
      throw CodecError.misuse(detail: "frame \(index) after \(frame)")
    }
    return try begin(index)
  }

  private func begin(_ index: Int) throws(CodecError) -> Int {
    let reply = try picture.worker.ask(codec_frame) { request in
      request.index = UInt32(index)
      request.reduction = reduction
    }
    (frame, next, isBroken, isFinished) = (index, 0, false, false)
    milliseconds = Int(reply.milliseconds)
    return milliseconds
  }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    let count = band.count / rowBytes
    guard !isFinished, row >= next, row + count <= size.height, count * rowBytes == band.count else {
      throw CodecError.misuse(detail: "rows out of order")
    }
    try decode(row - next, into: nil)
    try band.withUnsafeMutableBytes { try decode(count, into: $0) }
  }

  func finish() throws {
    guard !isFinished else { return }
    isFinished = true
    if !isBroken { try take(try picture.worker.exchange(codec_finish)) }
  }

  /// - Parameter band: nil: rows are passed over.
  private func decode(_ count: Int, into band: UnsafeMutableRawBufferPointer?) throws(CodecError) {
    var done = 0
    while done < count {
      let rows = min(mostRows, count - done)
      if isBroken {
        if let band { for i in done * rowBytes..<(done + rows) * rowBytes { band[i] = 0 } }
      } else {
        let reply = try picture.worker.exchange(band == nil ? codec_skip : codec_rows) {
          $0.count = UInt64(rows)
        }
        try take(reply)
        if let band {
          let shared = try picture.worker.memory(rows * rowBytes)
          UnsafeMutableRawBufferPointer(rebasing: band[(done * rowBytes)...]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: shared[..<(rows * rowBytes)]))
        }
      }
      done += rows
    }
    next += count
  }

  /// What an answer says of damage is an error, a notice, or the end of a salvaged picture.
  private func take(_ reply: codec_reply) throws(CodecError) {
    var damages = Int(reply.report.damages)
    var detail = String(c: reply.report.damage)
    if reply.code != FRAMEIT_CODEC_OK {
      let error = picture.worker.error(reply)
      guard onDamage == .salvage, error.isDamage else { throw error }
      isBroken = true
      (damages, detail) = (max(1, damages), String(c: reply.report.message))
    } else if damages > 0, onDamage == .fail {
      throw .damaged(detail: detail)
    }
    if damages > 0 { notices = [.damage(count: damages, detail: detail)] }
  }
}

extension CodecError {
  fileprivate var isDamage: Bool {
    switch self {
    case .damaged, .truncated: true
    default: false
    }
  }
}
