/// The damage of an image that was read past, as far as it was read.
package struct Damage: Equatable, Sendable {
  /// The number of places with damage, and the description of the first one, preferring those that affect samples.
  package private(set) var count = 0
  package private(set) var detail: String?
  /// The number of places that affect no sample.
  package private(set) var harmless = 0
  /// The damage from which on samples are missing: `.damaged` or `.truncated`.
  package private(set) var loss: CodecError?

  package init() {}

  /// - Parameters:
  ///   - harmless: the number of places that affect no sample.
  ///   - loss: one of the places, after which samples are missing.
  package init(count: Int, detail: String, harmless: Int = 0, loss: CodecError? = nil) {
    (self.count, self.harmless, self.loss) = (count, harmless, loss)
    if count > 0 { self.detail = detail }
  }

  /// Adds damage after which no sample is missing.
  package mutating func note(_ detail: @autoclosure () -> String) {
    if self.detail == nil { self.detail = detail() }
    count += 1
  }

  /// Adds damage after which samples are missing. The first one counts.
  ///
  /// - Parameter error: `.damaged` or `.truncated`.
  package mutating func lose(_ error: CodecError) {
    guard loss == nil else { return }
    note(error.damageDetail ?? "")
    loss = error
  }

  /// Adds the damage of another part of the same file.
  package mutating func add(_ other: Damage) {
    count += other.count
    harmless += other.harmless
    detail = detail ?? other.detail
    loss = loss ?? other.loss
  }

  package var notices: [CodecNotice] { detail.map { [.damage(count: count, detail: $0)] } ?? [] }

  /// - Parameter trailing: the loss that was found after the last row, so that no sample is missing; nil for none.
  /// - Throws: damage that the policy does not allow.
  package func check(_ policy: DamagePolicy, trailing: CodecError? = nil) throws(CodecError) {
    if policy == .salvage { return }
    if let loss, policy == .fail || loss != trailing { throw loss }
    if policy == .fail, count > harmless, let detail { throw .damaged(detail: detail) }
  }
}

/// What to do with a truncated or damaged image.
public enum DamagePolicy: String, Hashable, Sendable, CaseIterable {
  /// Damage is an error unless it affects no sample.
  case fail
  /// Damage after which no row is missing is a notice; a truncated image is an error.
  case warn
  /// Decoded rows are kept, the rest is filled by the library, and a notice says so.
  case salvage
}

extension CodecError {
  /// The description of the damage; nil for other errors, which no policy allows.
  package var damageDetail: String? {
    switch self {
    case .damaged(let detail), .truncated(let detail): detail
    default: nil
    }
  }
}
