import FrameCodec
import FrameModel

/// Rows of one QOI.
///
/// Every sequence of bytes is packed pixels, so that damage shows only at the end: too few of them, too many,
/// or another end marker than the one there is. By the request's `DamagePolicy`:
///
/// - `.fail` throws for all of it.
/// - `.warn` throws where pixels are missing, and notes the rest.
/// - `.salvage` also leaves missing pixels 0, and notes it.
///
/// What follows the end marker is not looked at.
final class QOIDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  private(set) var notices: [CodecNotice] = []

  private let input: ByteInput
  private let policy: DamagePolicy
  private var unpacker: QOIUnpacker
  private let endsWithMarker: Bool
  private var row = 0
  private var isFinished = false
  /// The packed pixels have ended, and all that follow are missing.
  private var isCut = false
  /// What the decode was given up for, so that later calls say the same.
  private var failure: CodecError?

  /// - Throws: `CodecError.limit` where a row is too long for the memory, `.readFailed`.
  init(_ input: ByteInput, _ header: QOIHeader, _ request: DecodeRequest) throws(CodecError) {
    size = header.size
    format = header.pixels
    policy = request.onDamage
    self.input = input
    // A row that is skipped, and the bytes that are read ahead.
    let held = format.rowBytes(width: size.width) + 1 << 17
    try CodecError.limited { () throws(LimitExceeded) in try request.limits.check(memory: held) }
    // Its bytes would be packed pixels, too.
    let marker = QOIHeader.endMarker
    let last = max(QOIHeader.length, input.length - marker.count)
    endsWithMarker = try input.read(at: last, count: marker.count) == marker
    unpacker = QOIUnpacker(
      input, channels: format.channels.rawValue, end: endsWithMarker ? last : input.length)
  }

  /// - Throws: `CodecError.damaged` and `.truncated` as the policy says, `.readFailed`, `.misuse` for a
  ///   part of a row, and rows that are out of order or not in the picture.
  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws(CodecError) {
    let (count, rest) = band.count.quotientAndRemainder(dividingBy: format.rowBytes(width: size.width))
    guard rest == 0, row >= self.row, !isFinished, count <= size.height - row else {
      throw .misuse(detail: "\(count) rows from \(row) on, after \(self.row) of \(size.height)")
    }
    try skip(to: row)
    try fill(&band)
    self.row += count
  }

  /// Unpacks what was not asked for, and looks for the end marker.
  func finish() throws(CodecError) {
    if isFinished { return }
    try skip(to: size.height)
    if !isCut { try checkEnd() }
    isFinished = true
  }

  private func checkEnd() throws(CodecError) {
    let marker = QOIHeader.endMarker
    let behind = try input.read(at: unpacker.offset, count: marker.count)
    if unpacker.run > 0 {
      try judge(.damaged(detail: "it has more pixels than its header says"), isComplete: true)
    } else if behind != marker, marker.starts(with: behind) {
      try judge(.truncated(detail: "the file ends before its end marker does"), isComplete: false)
    } else if behind != marker {
      try judge(.damaged(detail: "no end marker follows the last pixel"), isComplete: true)
    }
  }

  private func skip(to row: Int) throws(CodecError) {
    if row > self.row {
      var skipped = [UInt8](repeating: 0, count: format.rowBytes(width: size.width))
      for _ in self.row..<row {
        var span = skipped.mutableSpan
        try fill(&span)
      }
      self.row = row
    }
  }

  private func fill(_ band: inout MutableSpan<UInt8>) throws(CodecError) {
    if let failure { throw failure }
    let done = isCut ? 0 : try unpacker.read(into: &band)
    guard done < band.count else { return }
    for at in done..<band.count { band[at] = 0 }
    if isCut { return }
    isCut = true
    try judge(
      endsWithMarker
        ? .damaged(detail: "it has fewer pixels than its header says")
        : .truncated(detail: "the file ends before the last pixel"),
      isComplete: false)
  }

  /// Throws what the policy does not allow, now and from now on.
  private func judge(_ error: CodecError, isComplete: Bool) throws(CodecError) {
    switch (policy, error) {
    case (.salvage, .damaged(let detail)), (.salvage, .truncated(let detail)):
      notices.append(.damage(count: 1, detail: detail))
    case (.warn, .damaged(let detail)) where isComplete:
      notices.append(.damage(count: 1, detail: detail))
    default:
      failure = error
      throw error
    }
  }
}
