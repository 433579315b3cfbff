import CNettle
import FrameCodec

/// XMP that does not fit into one segment (Adobe's XMP specification, part 3, 1.1.3.1): parts with the MD5 of the
/// whole and their offset.
struct ExtendedXMP {
  private var parts: [[UInt8]: [Part]] = [:]

  private struct Part {
    var total: Int
    var offset: Int
    var bytes: ArraySlice<UInt8>
  }

  private static let nameLength = 32
  private static let headerLength = nameLength + 8
  /// The length that the specification recommends.
  private static let partLength = 65_400

  /// - Parameter content: the content of a segment, after its name.
  mutating func add(_ content: [UInt8]) {
    guard content.count > Self.headerLength else { return }
    func number(_ at: Int) -> Int { content[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    let part = Part(
      total: number(Self.nameLength), offset: number(Self.nameLength + 4),
      bytes: content[Self.headerLength...])
    parts[Array(content[..<Self.nameLength]), default: []].append(part)
  }

  /// - Parameter name: the name in the packet of the first segment.
  /// - Returns: nil if parts are missing or overlap.
  func whole(_ name: [UInt8]) -> [UInt8]? {
    guard let parts = parts[name]?.sorted(by: { $0.offset < $1.offset }) else { return nil }
    var whole: [UInt8] = []
    for part in parts {
      guard part.offset == whole.count, part.total == parts[0].total else { return nil }
      whole += part.bytes
    }
    return whole.count == parts[0].total ? whole : nil
  }

  /// Splits a packet into a small one that names the rest, and the parts of the rest.
  static func split(_ packet: [UInt8]) -> (first: [UInt8], parts: [[UInt8]]) {
    let name = Self.name(of: packet)
    let first = XMPPacket.referring(to: String(decoding: name, as: UTF8.self)).bytes
    func bytes(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    let parts = stride(from: 0, to: packet.count, by: partLength).map { start in
      name + bytes(packet.count) + bytes(start) + packet[start..<min(start + partLength, packet.count)]
    }
    return (first, parts)
  }

  /// The MD5 of a packet, as 32 uppercase hexadecimal digits.
  private static func name(of packet: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 16)
    cnettle_md5(packet, packet.count, &digest)
    let digits = Array("0123456789ABCDEF".utf8)
    return digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}
