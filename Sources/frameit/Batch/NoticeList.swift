import FrameKit

/// What a batch has warned of: what is the same for every image, as a letter that a font lacks, is said once.
struct NoticeList: Sendable {
  private var known: Set<Message> = []

  /// What is said of single images shall not gather for ever.
  private static let most = 100

  /// - Returns: those that were not said before.
  mutating func add(_ notices: [Message]) -> [Message] {
    notices.filter { notice in
      guard !known.contains(notice) else { return false }
      if known.count < Self.most { known.insert(notice) }
      return true
    }
  }
}
