import FrameModel

/// The header of a color profile (ICC.1:2022, 7.2).
public struct ICCProfile: Hashable, Sendable {
  /// The whole profile, of the size that its header says.
  public let bytes: [UInt8]

  /// The bytes of a header.
  public static let headerLength = 128

  /// The size that a profile's first bytes announce (7.2.2); nil where they are no profile's (7.2.9).
  public static func announcedSize(_ start: [UInt8]) -> Int? {
    guard start.count >= headerLength, start[36..<40].elementsEqual("acsp".utf8) else { return nil }
    let size = start[0..<4].reduce(0) { $0 << 8 | Int($1) }
    return size >= headerLength ? size : nil
  }

  /// - Parameter bytes: the profile; what lies beyond its own size is cut off.
  /// - Returns: nil where this is no profile, or not all of one.
  public init?(_ bytes: [UInt8]) {
    guard let size = Self.announcedSize(bytes), size <= bytes.count else { return nil }
    self.bytes = Array(bytes.prefix(size))
  }

  /// Whether it is for pixels of this kind, gray or color (7.2.6).
  public func describes(_ channels: PixelFormat.Channels) -> Bool {
    isFor(channels.isGray ? "GRAY" : "RGB ")
  }

  /// Whether it is for inks.
  public var describesCMYK: Bool { isFor("CMYK") }

  private func isFor(_ space: String) -> Bool { bytes[16..<20].elementsEqual(space.utf8) }
}
