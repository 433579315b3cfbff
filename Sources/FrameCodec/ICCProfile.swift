import FrameImage

/// The header of a color profile (ICC.1:2022, 7.2).
package struct ICCProfile: Equatable, Sendable {
  /// The whole profile, with the size given in its header.
  package let bytes: [UInt8]

  /// The length of a header in bytes.
  package static let headerLength = 128

  /// Returns the size that a profile's first bytes announce (7.2.2); nil if they are not a profile's (7.2.9).
  package static func announcedSize(_ start: [UInt8]) -> Int? {
    guard start.count >= headerLength, start[36..<40].elementsEqual("acsp".utf8) else { return nil }
    let size = Int(bigEndianBytes: start[0..<4])
    return size >= headerLength ? size : nil
  }

  /// - Parameter bytes: the profile; bytes beyond its own size are cut off.
  /// - Returns: nil if this is not a complete profile.
  package init?(_ bytes: [UInt8]) {
    guard let size = Self.announcedSize(bytes), size <= bytes.count else { return nil }
    self.bytes = Array(bytes.prefix(size))
  }

  /// Returns whether it is for pixels of this kind, gray or color (7.2.6).
  package func describes(_ channels: PixelFormat.Channels) -> Bool {
    isFor(channels.isGray ? "GRAY" : "RGB ")
  }

  /// True if it is for CMYK.
  package var describesCMYK: Bool { isFor("CMYK") }

  private func isFor(_ space: String) -> Bool { bytes[16..<20].elementsEqual(space.utf8) }
}
