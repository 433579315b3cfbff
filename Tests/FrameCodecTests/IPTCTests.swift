import FrameCodec
import TestSupport
import Testing

/// Tests of IPTC records, with and without Photoshop resources around them.
@Suite struct IPTCTests {
  static func record(_ record: UInt8, _ dataset: UInt8, _ text: String) -> [UInt8] {
    [0x1C, record, dataset, UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 255)] + Array(text.utf8)
  }

  static let records =
    record(1, 90, "\u{1B}%G") + record(2, 0, "\0\u{4}") + record(2, 80, "Ann") + record(2, 90, "Bonn")
    + record(2, 116, "(c) Ann") + record(2, 202, "thumbnail")

  @Test("Records are removed by purpose") func removedRecords() throws {
    let all = try #require(IPTCRecords(Self.records).edited { $0 != .thumbnail })
    expectTrue(all.records.bytes == Self.records.dropLast(14) && all.gone == [.thumbnail])
    let copyright = try #require(IPTCRecords(Self.records).edited { $0 == .copyright })
    expectTrue(
      copyright.records.bytes.containsBytes("Ann".utf8) && !copyright.records.bytes.containsBytes("Bonn".utf8)
    )
    expectTrue(!copyright.records.isEmpty)
    let sent = try #require(IPTCRecords(Self.records + Self.record(1, 70, "20200102")).edited { _ in false })
    expectTrue(!sent.records.bytes.containsBytes("2020".utf8))
    let none = try #require(IPTCRecords(Self.records).edited { _ in false })
    expectTrue(none.records.isEmpty && none.gone == [.copyright, .others, .thumbnail])
  }

  @Test("Long records and padding are kept") func longRecords() throws {
    let long = [0x1C, 2, 120, 0x80, 4, 0, 0, 0x9C, 0x40] + [UInt8](repeating: 65, count: 40_000)
    let bytes = Self.record(2, 90, "Bonn") + long
    expectEqual(IPTCRecords(bytes + [0, 0, 0]).edited(where: { _ in true })?.records.bytes, bytes)
  }

  @Test("Invalid IPTC records are not edited") func invalidRecords() {
    for count in 1..<8 {
      expectTrue(IPTCRecords(Array(Self.records.prefix(count))).edited(where: { _ in true }) == nil)
    }
    expectTrue(IPTCRecords([0x1D] + Self.records).edited(where: { _ in true }) == nil)
    expectTrue(IPTCRecords([0x1C, 2, 5, 0x80, 5, 0, 0, 0, 0, 0]).edited(where: { _ in true }) == nil)
    expectTrue(IPTCRecords([]).isEmpty)
  }

  @Test("Photoshop resources can contain IPTC") func resources() {
    let wrapped = PhotoshopResources.wrapping(iptc: Self.records)
    expectEqual(PhotoshopResources.iptc(in: wrapped), .whole(Self.records))
    let other = Array("8BIM".utf8) + [0x03, 0xED, 3] + Array("abc".utf8) + [0, 0, 0, 3, 1, 2, 3, 0]
    expectEqual(PhotoshopResources.iptc(in: other + wrapped + other), .whole(Self.records))
    expectEqual(PhotoshopResources.iptc(in: other), .none)
    expectEqual(PhotoshopResources.iptc(in: wrapped.map { $0 &+ 1 }), .none)
  }

  @Test("Photoshop resources that are cut off after their signature are damaged")
  func cutOffResources() {
    let records = Self.records + (Self.records.count % 2 == 0 ? [] : [0])
    let wrapped = PhotoshopResources.wrapping(iptc: records)
    for count in 0..<wrapped.count {
      let found = PhotoshopResources.iptc(in: Array(wrapped.prefix(count)))
      expectEqual(found, (count < 4 ? .none : .damaged), "\(count)")
    }
  }

  @Test("Random bytes never crash") func noise() {
    var noise = Noise(8)
    for _ in 0..<4000 {
      let bytes = noise.mutated(Self.records)
      if let result = IPTCRecords(bytes).edited(where: { $0 != .thumbnail }) {
        expectTrue(result.records.bytes.count <= bytes.count)
      }
      _ = PhotoshopResources.iptc(in: noise.mutated(PhotoshopResources.wrapping(iptc: Self.records)))
    }
  }
}
