/// What was found wrong with an image that could be read over, as far as it was read.
public struct Damage: Hashable, Sendable {
  /// How many places, and the first one's sentence: of those that bear on samples, where there are any.
  public private(set) var count = 0
  public private(set) var detail: String?
  /// Of the places, those that bear on no sample.
  public private(set) var harmless = 0
  /// The place from which on samples are missing: `.damaged` or `.truncated`.
  public private(set) var loss: CodecError?

  public init() {}

  /// - Parameters:
  ///   - harmless: how many of the places bear on no sample.
  ///   - loss: one of the places, where samples are missing.
  public init(count: Int, detail: String, harmless: Int = 0, loss: CodecError? = nil) {
    (self.count, self.harmless, self.loss) = (count, harmless, loss)
    if count > 0 { self.detail = detail }
  }

  /// One more place that leaves no sample out.
  public mutating func note(_ detail: @autoclosure () -> String) {
    if self.detail == nil { self.detail = detail() }
    count += 1
  }

  /// One more place, behind which samples are missing. The first counts.
  ///
  /// - Parameter error: `.damaged` or `.truncated`.
  public mutating func lose(_ error: CodecError) {
    guard loss == nil else { return }
    note(error.damageDetail ?? "")
    loss = error
  }

  /// What is wrong with another part of the same file.
  public mutating func add(_ other: Damage) {
    count += other.count
    harmless += other.harmless
    detail = detail ?? other.detail
    loss = loss ?? other.loss
  }

  public var notices: [CodecNotice] { detail.map { [.damage(count: count, detail: $0)] } ?? [] }

  /// - Throws: what a policy does not let pass.
  public func check(_ policy: DamagePolicy) throws(CodecError) {
    if policy == .salvage { return }
    if let loss { throw loss }
    if policy == .fail, count > harmless, let detail { throw .damaged(detail: detail) }
  }
}

/// What to do with an image that is truncated or damaged.
public enum DamagePolicy: String, Hashable, Sendable, CaseIterable {
  /// It is an error, but where it bears on no sample.
  case fail
  /// Damage that still gives every row is a notice; a truncated image is an error.
  case warn
  /// What was decoded is kept, the rest stays as the library fills it, and a notice says so.
  case salvage
}

extension CodecError {
  /// What is wrong with the data; nil for an error of another kind, which no policy lets pass.
  public var damageDetail: String? {
    switch self {
    case .damaged(let detail), .truncated(let detail): detail
    default: nil
    }
  }
}
