import CFrameCodec
import FrameCodec
import FrameModel

/// Rows of one PNG.
///
/// libpng cannot go on after an error in the image data: from there on rows are zeros, or, of an
/// interlaced picture, what the passes before have left. Whether that is an error is the request's
/// `DamagePolicy`:
///
/// - `.fail` throws at the first sign of damage, and for a file that ends too early.
/// - `.warn` throws where a row is missing or the file ends too early, and notes other damage.
/// - `.salvage` gives every row there is a place for, and notes the rest.
///
/// A file that cannot be read, and a limit, are errors under every policy.
///
/// Of libpng's warnings those are damage that bear on samples: all but those on ancillary chunks, tRNS
/// excepted, and on a PLTE that no pixel refers to. A file is truncated where it ends before IEND does;
/// all else that is wrong with it is damage, also too few rows before a whole IEND.
final class PNGDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  private let reader: PNGReader
  private let policy: DamagePolicy

  /// The next row that libpng will give.
  private var row = 0
  private var isFinished = false
  /// What the decode was given up for, so that later calls say the same.
  private var failure: CodecError?
  private var lastStatus = frameit_status()

  /// - Throws: `CodecError.limit` where the decode would hold too much memory.
  init(_ reader: PNGReader, _ request: DecodeRequest) throws(CodecError) {
    try reader.start()
    self.reader = reader
    size = reader.header.size
    format = reader.header.pixels
    policy = request.onDamage
  }

  /// Damage that the policy allowed; what a probe reports is not repeated.
  var notices: [CodecNotice] {
    let warned = lastStatus.damage.map { [$0] } ?? []
    guard policy == .salvage || isFinished else { return warned }
    switch CodecError(lastStatus) {
    case .damaged(let detail), .truncated(let detail):
      guard case .damage(let count, let first)? = lastStatus.damage else {
        return [.damage(count: 1, detail: detail)]
      }
      return [.damage(count: count + 1, detail: first)]
    default: return warned
    }
  }

  /// - Throws: `CodecError.damaged` and `.truncated` as the policy says, `.readFailed`, `.misuse` for
  ///   rows that are out of order or not in the picture.
  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    let rowBytes = format.rowBytes(width: size.width)
    let rows = band.count / rowBytes
    guard row >= self.row, rows * rowBytes == band.count, rows <= size.height - row else {
      throw CodecError.misuse(detail: "\(rows) rows from \(row) on, after \(self.row)")
    }
    try skip(to: row)
    try judge(reader.read(into: &band, rows: rows), rowsAreComplete: false)
    self.row += rows
  }

  /// Decodes what was not asked for, so that damage and truncation are always found, and reads on to
  /// IEND.
  ///
  /// - Throws: `CodecError.damaged` and `.truncated` as the policy says, `.readFailed`.
  func finish() throws {
    try skip(to: size.height)
    if isFinished { return }
    try judge(reader.finish(), rowsAreComplete: true)
    isFinished = true
  }

  private func skip(to row: Int) throws(CodecError) {
    if let failure { throw failure }
    guard row > self.row else { return }
    try judge(reader.skip(rows: row - self.row), rowsAreComplete: false)
    self.row = row
  }

  /// Throws what the policy does not allow.
  private func judge(_ status: frameit_status, rowsAreComplete: Bool) throws(CodecError) {
    lastStatus = status
    if let error = CodecError(status), !allows(error, rowsAreComplete) {
      failure = error
    } else if case .damage(let count, let detail)? = status.damage,
      policy == .fail || count > DecoderLimits.warnings
    {
      failure = .damaged(detail: detail)
    }
    if let failure { throw failure }
  }

  private func allows(_ error: CodecError, _ rowsAreComplete: Bool) -> Bool {
    switch (policy, error) {
    case (.salvage, .damaged), (.salvage, .truncated): true
    case (.warn, .damaged): rowsAreComplete
    default: false
    }
  }
}
