import FrameImage
import PNGCodec
import TestSupport
import Testing

/// Limits that are checked before anything is allocated.
@Suite struct LimitTests {
  /// Returns a header that announces this size, with almost no data.
  private func announcing(_ width: UInt32, _ height: UInt32, interlaced: UInt8 = 0) -> [UInt8] {
    let header = bigEndian(width) + bigEndian(height) + [16, 6, 0, 0, interlaced]
    return signature + chunk("IHDR", header) + chunk("IDAT", storedZlib([0]))
  }

  private func limit(_ body: () throws -> some Any) throws -> LimitExceeded? {
    guard case .limit(let limit) = try failure(body) else { return nil }
    return limit
  }

  @Test("An image over the pixel limit is an error when it is probed or decoded")
  func tooManyPixels() throws {
    let bomb = announcing(60_000, 60_000)
    let expected = LimitExceeded(.pixels, needed: 3_600_000_000, allowed: 268_402_689)
    try expectEqual(limit { try decode(bomb) }, expected)
    try expectEqual(limit { try probe(bomb) }, expected)
  }

  @Test("A side over the limit is an error, and a raised limit allows it")
  func longSide() throws {
    try expectEqual(limit { try probe(announcing(65_536, 1)) }?.kind, .side)
    try expectEqual(limit { try probe(announcing(1, 0x7FFF_FFFF)) }?.needed, 0x7FFF_FFFF)
    var wide = Limits()
    wide.side = 70_000
    try expectEqual(probe(announcing(65_536, 1), limits: wide).size.width, 65_536)
  }

  @Test("Sides of zero or above 31 bits are damage")
  func invalidSides() throws {
    for (width, height) in [(0, 1), (1, 0), (0x8000_0000, 1), (1, 0xFFFF_FFFF)] as [(UInt32, UInt32)] {
      guard case .damaged = try failure({ try probe(announcing(width, height)) }) else {
        Issue.record("\(width) x \(height)")
        continue
      }
    }
  }

  /// An interlaced image is held whole. Other images are read in rows.
  @Test("An interlaced image counts in full toward the memory limit")
  func interlacedMemory() throws {
    let bomb = announcing(16_000, 16_000, interlaced: 1)
    try expectEqual(probe(bomb).size.area, 256_000_000)
    try expectEqual(limit { try decode(bomb) }?.kind, .memory)
    var small = Limits()
    small.memory = 1 << 20
    let plain = try encode(noise(100, 10, .rgba16))
    try expectEqual(decode(plain, limits: small).size.width, 100)
    small.memory = 1 << 16
    try expectEqual(limit { try decode(plain, limits: small) }?.kind, .memory)
  }

  @Test("Corpus files over a limit are refused, even under salvage")
  func corpusBombs() throws {
    let files = Corpora.expectations.filter { $0.warning.contains("exceeds user limit") }
    for file in files {
      try expectTrue(limit { try probe(file.bytes) } != nil, "\(file.path)")
      try expectTrue(limit { try decode(file.bytes, .salvage) } != nil, "\(file.path)")
    }
    Corpora.report("over a limit", files.count)
    if Corpora.isThere { expectTrue(files.count >= 6) }
  }
}
