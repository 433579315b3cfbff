import FrameCodec
import FrameModel

/// Rows of one picture. What is wrong with them is an error or a notice by the request's `DamagePolicy`:
///
/// - `.fail` throws for everything.
/// - `.warn` throws where a sample is missing; one above the maxval is white, and is noted, as is what
///   stands behind the picture and is none.
/// - `.salvage` also leaves samples that are missing 0, which is black.
final class PNMDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  private let policy: DamagePolicy

  private var raster: any PNMRaster
  private var findings = PNMFindings()
  private var row = 0
  private var isFinished = false
  /// For rows that nobody asks for.
  private var skipped: [UInt8] = []

  /// - Throws: `CodecError.limit` where rows are too long for the memory.
  init(_ input: ByteInput, _ header: PNMHeader, _ request: DecodeRequest) throws(CodecError) {
    size = header.size
    format = header.pixels
    policy = request.onDamage
    // A row as it is stored and one that is skipped, or the text that is read ahead.
    let held = 2 * format.rowBytes(width: size.width) + 1 << 16
    try CodecError.limited { () throws(LimitExceeded) in try request.limits.check(memory: held) }
    raster =
      switch header.raster {
      case .plain: PNMPlainRaster(input, header)
      case .raw, .bits: PNMRawRaster(input, header)
      }
  }

  var notices: [CodecNotice] {
    let details = [findings.first, findings.missing?.detail].compactMap { $0 }
    let count = findings.count + (findings.missing == nil ? 0 : 1)
    return details.isEmpty ? [] : [.damage(count: count, detail: details[0])]
  }

  /// - Throws: `CodecError.damaged` and `.truncated` as the policy says, `.readFailed`, `.misuse` for a
  ///   part of a row, and rows that are out of order or not in the picture.
  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws(CodecError) {
    let (count, rest) = band.count.quotientAndRemainder(dividingBy: format.rowBytes(width: size.width))
    guard rest == 0, row >= self.row, !isFinished, count <= size.height - row else {
      throw .misuse(detail: "\(count) rows from \(row) on, after \(self.row) of \(size.height)")
    }
    try skip(to: row)
    try raster.read(&band, from: row, &findings)
    self.row += count
    try judge()
  }

  /// Looks at the rows that were not asked for, and at what follows the last one.
  func finish() throws(CodecError) {
    if isFinished { return }
    try skip(to: size.height)
    if findings.missing == nil { try raster.finish(&findings) }
    try judge()
    isFinished = true
  }

  private func skip(to row: Int) throws(CodecError) {
    try judge()
    guard self.row < row else { return }
    if !raster.isSoundUnread {
      skipped = [UInt8](repeating: 0, count: format.rowBytes(width: size.width))
      for row in self.row..<row {
        var span = skipped.mutableSpan
        try raster.read(&span, from: row, &findings)
        try judge()
      }
    }
    self.row = row
  }

  private func judge() throws(CodecError) {
    if policy == .fail, let detail = findings.first { throw .damaged(detail: detail) }
    if policy != .salvage, let missing = findings.missing { throw missing }
  }
}

/// What is wrong with a picture, as far as it was read.
struct PNMFindings {
  /// Places where something is wrong that leaves no sample out, and the first one's sentence.
  private(set) var count = 0
  private(set) var first: String?
  /// Why no sample can be read any more.
  var missing: CodecError?

  mutating func note(_ detail: @autoclosure () -> String) {
    if first == nil { first = detail() }
    count += 1
  }
}

extension CodecError {
  fileprivate var detail: String? {
    switch self {
    case .damaged(let detail), .truncated(let detail): detail
    default: nil
    }
  }
}
