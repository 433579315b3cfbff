import CFrameCodec
import FrameImage
import Platform

// A codec's failures and damage as `frameit_codec_report`, which C codecs fill, and which is sent between processes.

extension CodecError {
  /// The error of a call; nil if it succeeded.
  ///
  /// - Parameter writing: True if an I/O error is one of writing.
  package init?(_ report: frameit_codec_report, writing: Bool = false) {
    let detail = String(c: report.message)
    switch Int(report.code) {
    case FRAMEIT_CODEC_OK: return nil
    case FRAMEIT_CODEC_TRUNCATED: self = .truncated(detail: detail)
    case FRAMEIT_CODEC_UNSUPPORTED: self = .unsupported(detail: detail)
    case FRAMEIT_CODEC_LIMIT:
      let exceeded = LimitExceeded(report)
      self = exceeded.map(CodecError.limit) ?? .limitPassed(detail: detail.isEmpty ? "no details" : detail)
    case FRAMEIT_CODEC_NO_MEMORY: self = .outOfMemory
    case FRAMEIT_CODEC_IO:
      let number = report.error_number == 0 ? EIO : report.error_number
      self = writing ? CodecError(writing: number) : CodecError(reading: number)
    case FRAMEIT_CODEC_MISUSE: self = .misuse(detail: detail)
    default: self = .damaged(detail: detail.isEmpty ? "no details" : detail)
    }
  }

  /// Calls a function of a codec's C part, and throws the error that it reports.
  ///
  /// - Parameter writing: True if an I/O error is one of writing.
  package static func check(
    writing: Bool = false, _ call: (inout frameit_codec_report) -> Void
  ) throws(CodecError) {
    var report = frameit_codec_report()
    call(&report)
    if let error = CodecError(report, writing: writing) { throw error }
  }
}

extension Damage {
  /// The damage of a file so far.
  package init(_ report: frameit_codec_report) {
    let missing = String(c: report.message)
    let loss: CodecError? =
      switch Int(report.loss) {
      case FRAMEIT_CODEC_OK: nil
      case FRAMEIT_CODEC_TRUNCATED: .truncated(detail: missing)
      default: .damaged(detail: missing)
      }
    self.init(
      count: Int(report.damages), detail: String(c: report.damage),
      harmless: Int(min(report.harmless, report.damages)), loss: loss)
  }
}

extension frameit_codec_report {
  /// Reports damage. A later `set(_:)` of an error replaces the message about missing rows.
  mutating func set(_ damage: Damage) {
    damages = UInt32(clamping: damage.count)
    harmless = UInt32(clamping: damage.harmless)
    copy(damage.detail ?? "", to: &self.damage)
    switch damage.loss {
    case nil: return
    case .truncated: loss = Int32(FRAMEIT_CODEC_TRUNCATED)
    default: loss = Int32(FRAMEIT_CODEC_DAMAGED)
    }
    copy(damage.loss?.damageDetail ?? "", to: &message)
  }

  /// Reports the error of a call.
  mutating func set(_ error: CodecError) {
    var detail = error.damageDetail ?? ""
    switch error {
    case .damaged: code = Int32(FRAMEIT_CODEC_DAMAGED)
    case .truncated: code = Int32(FRAMEIT_CODEC_TRUNCATED)
    case .empty: (code, detail) = (Int32(FRAMEIT_CODEC_TRUNCATED), "the file is empty")
    case .unsupported(let text): (code, detail) = (Int32(FRAMEIT_CODEC_UNSUPPORTED), text)
    case .outOfMemory: code = Int32(FRAMEIT_CODEC_NO_MEMORY)
    case .limit(let exceeded):
      code = Int32(FRAMEIT_CODEC_LIMIT)
      copy(exceeded.kind.contractName, to: &limit)
      needed = UInt64(clamping: exceeded.needed)
      allowed = UInt64(clamping: exceeded.allowed)
    case .limitPassed(let text): (code, detail) = (Int32(FRAMEIT_CODEC_LIMIT), text)
    case .readFailed(let number), .writeFailed(let number):
      (code, error_number) = (Int32(FRAMEIT_CODEC_IO), number)
    case .misuse(let text): (code, detail) = (Int32(FRAMEIT_CODEC_MISUSE), text)
    // About codecs in other processes.
    case .unknownFormat, .foreignFormat, .nothingWritten, .memoryPassed, .missingPlugin, .refusedPlugin,
      .unsandboxed,
      .brokenPlugin, .effect, .notIsolated, .crashed, .timedOut:
      (code, detail) = (Int32(FRAMEIT_CODEC_MISUSE), "\(error)")
    }
    copy(detail, to: &message)
  }
}

/// Copies whole characters of a text to a C array, as many as fit before a final zero.
func copy<Characters>(_ text: String, to characters: inout Characters) {
  withUnsafeMutableBytes(of: &characters) { target in
    var count = 0
    for character in text {
      guard count + character.utf8.count < target.count else { break }
      count += character.utf8.count
    }
    target.copyBytes(from: text.utf8.prefix(count))
    target[count] = 0
  }
}

extension LimitExceeded {
  /// nil if a plugin names no limit.
  fileprivate init?(_ report: frameit_codec_report) {
    let name = String(c: report.limit)
    guard !name.isEmpty else { return nil }
    let kind = Kind.contractNames.first { $0.name == name }?.kind
    self.init(
      kind ?? .parts(name), needed: Int(clamping: report.needed), allowed: Int(clamping: report.allowed))
  }
}

extension LimitExceeded.Kind {
  fileprivate static let contractNames: [(name: String, kind: LimitExceeded.Kind)] = [
    ("pixels", .pixels), ("memory", .memory), ("side", .side), ("metadata", .metadata), ("work", .work),
    ("frames", .frames),
  ]

  fileprivate var contractName: String {
    if case .parts(let name) = self { return name }
    return Self.contractNames.first { $0.kind == self }?.name ?? "\(self)"
  }
}

extension String {
  /// The text of a C array, up to the first zero. Control characters are escaped, so a file's or plugin's text cannot
  /// control a terminal or forge lines of a log.
  init<Characters>(c characters: Characters) {
    let text = withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    self = text.isEmpty ? "" : text.printable
  }
}
