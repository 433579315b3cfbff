import Platform

/// Reads lines from a descriptor on demand. It reads ahead little, so unread lines stay in the pipe.
package struct LineReader: Sendable {
  package struct Line: Sendable {
    /// The line number, from 1.
    package var number: Int
    /// The line without its separator; nil if it is too long.
    package var bytes: [UInt8]?
  }

  /// What a reader has not returned yet: the bytes that were read, and the number of lines that were returned.
  package typealias Rest = (bytes: [UInt8], number: Int)

  private let descriptor: Int32
  /// The name of the source in messages.
  private let name: String
  private let limit: Int
  private let separator: UInt8
  private var buffer: [UInt8] = []
  /// The bytes at the start of the buffer that were returned.
  private var taken = 0
  /// The number of lines that were read.
  package private(set) var number = 0
  /// The number of bytes that were read.
  package private(set) var bytesRead = 0
  private var isEnded = false
  /// The error that ended reading, if any.
  package private(set) var failure: BatchError?

  /// The bytes read at a time while lines are short, and for long lines.
  private static let smallChunk = 1 << 12
  private static let largeChunk = 1 << 18

  /// - Parameters:
  ///   - descriptor: The source.
  ///   - name: The name of the source in messages.
  ///   - limit: The maximum length of a line in bytes.
  ///   - separator: The byte that ends a line.
  ///   - rest: What another reader of the same source has left.
  package init(
    _ descriptor: Int32, name: String = "stdin", limit: Int, separator: UInt8 = UInt8(ascii: "\n"),
    continuing rest: Rest? = nil
  ) {
    (self.descriptor, self.name, self.limit, self.separator) = (descriptor, name, limit, separator)
    if let rest { (buffer, number) = rest }
  }

  /// nil at the end of the source.
  package var rest: Rest? {
    isEnded && taken == buffer.count ? nil : (Array(buffer[taken...]), number)
  }

  /// Returns the next line that is not blank; nil at the end.
  package mutating func next() -> Line? {
    while let bytes = nextLine() {
      if let bytes, bytes.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
      return Line(number: number, bytes: bytes)
    }
    return nil
  }

  /// Returns the next line without its separator.
  ///
  /// - Returns: nil at the end, and `.some(nil)` for a line that is too long.
  mutating func nextLine() -> [UInt8]?? {
    guard let line = readLine() else { return nil }
    number += 1
    return .some(line)
  }

  private mutating func readLine() -> [UInt8]?? {
    var scanned = taken
    var isTooLong = false
    while true {
      if let end = buffer[scanned...].firstIndex(of: separator) {
        let line = Array(buffer[taken..<end])
        taken = end + 1
        return .some(isTooLong || line.count > limit ? nil : line)
      }
      // Whole lines are removed only here, so that short ones do not move the rest.
      buffer.removeFirst(taken)
      taken = 0
      if buffer.count > limit {
        isTooLong = true
        buffer = []
      }
      scanned = buffer.count
      guard readMore() else {
        guard scanned > 0 || isTooLong else { return nil }
        defer { buffer = [] }
        return .some(isTooLong ? nil : buffer)
      }
    }
  }

  private mutating func readMore() -> Bool {
    guard !isEnded else { return false }
    var chunk = [UInt8](
      repeating: 0, count: buffer.count < Self.smallChunk ? Self.smallChunk : Self.largeChunk)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        buffer += chunk[..<count]
        bytesRead += count
        return true
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { failure = BatchError(.input(.system(errno)), of: name) }
      isEnded = true
      return false
    }
  }
}
