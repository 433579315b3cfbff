import FrameCodec
import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads lines from a descriptor, each when it is asked for: what is not asked for waits where it comes from.
struct LineReader: Sendable {
  struct Line: Sendable {
    /// Among those that are not blank, from 0.
    var place: Int
    /// Among all lines, from 1.
    var number: Int
    /// nil for one that is too long.
    var bytes: [UInt8]?
  }

  private let descriptor: Int32
  /// What is read, as errors name it.
  private let name: String
  private let limit: Int
  private let separator: UInt8
  private var buffer: [UInt8] = []
  private var place = 0
  /// How many lines were read.
  private(set) var number = 0
  /// How many bytes were read.
  private(set) var bytesRead = 0
  private var isEnded = false
  /// Why nothing more could be read, if not by its end.
  private(set) var failure: Failure?

  /// Of short lines no more is taken at a time than this.
  private static let shortPiece = 1 << 12
  private static let longPiece = 1 << 18

  /// - Parameters:
  ///   - name: what is read, as errors name it.
  ///   - limit: how many bytes a line may have.
  ///   - separator: what ends a line.
  init(_ descriptor: Int32, name: String = "stdin", limit: Int, separator: UInt8 = UInt8(ascii: "\n")) {
    (self.descriptor, self.name, self.limit, self.separator) = (descriptor, name, limit, separator)
  }

  /// The next line that is not blank; nil at the end.
  mutating func next() -> Line? {
    while let bytes = nextLine() {
      if let bytes, bytes.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
      defer { place += 1 }
      return Line(place: place, number: number, bytes: bytes)
    }
    return nil
  }

  /// The next line, without its end.
  ///
  /// - Returns: nil at the end, and nothing in it for a line that is too long.
  mutating func nextLine() -> [UInt8]?? {
    guard let line = readLine() else { return nil }
    number += 1
    return .some(line)
  }

  private mutating func readLine() -> [UInt8]?? {
    var looked = 0
    var isTooLong = false
    while true {
      if let end = buffer[looked...].firstIndex(of: separator) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        return .some(isTooLong || line.count > limit ? nil : line)
      }
      if buffer.count > limit {
        isTooLong = true
        buffer = []
      }
      looked = buffer.count
      guard readMore() else {
        guard looked > 0 || isTooLong else { return nil }
        defer { buffer = [] }
        return .some(isTooLong ? nil : buffer)
      }
    }
  }

  private mutating func readMore() -> Bool {
    guard !isEnded else { return false }
    var piece = [UInt8](
      repeating: 0, count: buffer.count < Self.shortPiece ? Self.shortPiece : Self.longPiece)
    while true {
      let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        buffer += piece[..<count]
        bytesRead += count
        return true
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { failure = Failure(.input, CodecError.sentence(errno), of: name) }
      isEnded = true
      return false
    }
  }
}
