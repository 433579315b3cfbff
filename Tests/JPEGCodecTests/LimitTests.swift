import FrameCodec
import FrameImage
import JPEGCodec
import TestSupport
import Testing

@Suite struct LimitTests {
  private func limits(_ change: (inout Limits) -> Void) -> Limits {
    var limits = Limits()
    change(&limits)
    return limits
  }

  @Test("A header over the limit of pixels or sides is an error")
  func headerLimits() throws {
    let scan = HandmadeJPEG.scan([0], from: 0, to: 63)
    let bytes = HandmadeJPEG(width: 60_000, height: 60_000, scansInstead: scan).bytes
    expectEqual(codecError { _ = try probe(bytes) }?.limitKind, .pixels)
    expectEqual(codecError { _ = try decode(bytes, onDamage: .salvage) }?.limitKind, .pixels)
    let small = try encode(try sample(width: 30, height: 20))
    expectEqual(codecError { _ = try probe(small, limits: limits { $0.side = 29 }) }?.limitKind, .side)
    try expectEqual(probe(small, limits: limits { $0.side = 30 }).size.width, 30)
  }

  /// Decoding a progressive image takes two bytes for each of 3 x 640,000 samples in 4:4:4. A baseline image of the
  /// same size is read in rows.
  @Test("A progressive JPEG counts in full toward the memory limit, and a baseline JPEG does not")
  func progressiveMemory() throws {
    let components = [(h: 1, v: 1), (h: 1, v: 1), (h: 1, v: 1)]
    let jpeg = { (isProgressive: Bool) in
      HandmadeJPEG(width: 800, height: 800, sampling: components, isProgressive: isProgressive)
    }
    let limits = limits { $0.memory = 2 * 3 * 640_000 }
    let error = codecError { _ = try decode(jpeg(true).bytes, limits: limits) }
    expectEqual(error?.limitKind, .memory)
    #expect(throws: Never.self) { try decode(jpeg(false).bytes, limits: limits) }
    #expect(throws: Never.self) { try decode(jpeg(true).bytes) }
  }

  @Test("More markers than the limit are an error")
  func markerLimit() throws {
    let bomb = (0..<100_000).flatMap { _ in HandmadeJPEG.segment(0xFE, []) }
    let bytes = HandmadeJPEG(segments: bomb).bytes
    expectEqual(codecError { _ = try probe(bytes) }?.limitKind, .parts("markers"))
    expectEqual(codecError { _ = try decode(bytes, onDamage: .salvage) }?.limitKind, .parts("markers"))
    let few = (0..<900).flatMap { _ in HandmadeJPEG.segment(0xFE, []) }
    #expect(throws: Never.self) { try decode(HandmadeJPEG(segments: few).bytes) }
  }

  @Test("ICC segments count toward the metadata limit, and ignored segments do not")
  func keptMetadataLimit() throws {
    let chunk = HandmadeJPEG.segment(
      0xE2, Array("ICC_PROFILE\0".utf8) + [1, 255] + [UInt8](repeating: 0, count: 65_000))
    let bytes = HandmadeJPEG(segments: (0..<300).flatMap { _ in chunk }).bytes
    expectEqual(codecError { _ = try probe(bytes) }?.limitKind, .metadata)
    // Segments that are not kept do not count.
    let other = HandmadeJPEG.segment(0xED, [UInt8](repeating: 0, count: 65_000))
    let large = HandmadeJPEG(segments: (0..<300).flatMap { _ in other }).bytes
    #expect(throws: Never.self) { try probe(large) }
  }

  @Test("Garbage between markers counts toward the metadata limit")
  func garbageLimit() throws {
    let bytes = [0xFF, 0xD8] + [UInt8](repeating: 0x20, count: 17 << 20)
    expectEqual(codecError { _ = try probe(bytes) }?.limitKind, .metadata)
  }

  @Test("More than 100 warnings are an error even under salvage")
  func warningLimit() throws {
    let junk = (0..<101).flatMap { _ in HandmadeJPEG.segment(0xFE, []) + [0] }
    let bytes = HandmadeJPEG(segments: junk).bytes
    expectEqual(codecError { _ = try decode(bytes, onDamage: .salvage) }?.isDamaged, true)
    let fewer = (0..<100).flatMap { _ in HandmadeJPEG.segment(0xFE, []) + [0] }
    try expectTrue(decode(HandmadeJPEG(segments: fewer).bytes, onDamage: .salvage).damage != nil)
  }

  /// Returns a gray progressive image. Each scan after the first only says that the next bit of one coefficient is 0
  /// in all blocks. The scans cause no warnings: the standard allows 63 coefficients of 14 bits.
  private func scanBomb(side: Int, scans: Int) -> [UInt8] {
    let blocks = (side + 7) / 8 * ((side + 7) / 8)
    // A DC difference of 0 is coded as four 0 bits.
    var bytes = HandmadeJPEG.scan([0], from: 0, to: 0)
    bytes += [UInt8](repeating: 0, count: (blocks + 1) / 2)
    var bits = BitWriter()
    let longestRun = 32767
    for _ in 0..<blocks / longestRun {
      bits.append(4, count: 3)
      bits.append(longestRun - 16384, count: 14)
    }
    for _ in 0..<blocks % longestRun { bits.append(0, count: 3) }
    let levels = 14
    for i in 0..<scans - 1 {
      let coefficient = 1 + i / levels
      let low = levels - 1 - i % levels
      let high = low == levels - 1 ? 0 : low + 1
      bytes += HandmadeJPEG.scan([0], from: coefficient, to: coefficient, high: high, low: low)
      bytes += bits.finished
    }
    return HandmadeJPEG(width: side, height: side, isProgressive: true, scansInstead: bytes).bytes
  }

  @Test("More than 500 scans exceed a limit under every damage policy")
  func scanLimit() throws {
    let most = try decode(scanBomb(side: 8, scans: 500))
    expectEqual(most.notices, [])
    for policy in DamagePolicy.allCases {
      let error = codecError { _ = try decode(scanBomb(side: 8, scans: 501), onDamage: policy) }
      expectEqual(error, .limit(LimitExceeded(.parts("scans"), needed: 501, allowed: 500)))
    }
  }

  @Test("The limit of work, derived from the limit of pixels, bounds scans times pixels")
  func largeImagesHaveFewerScans() throws {
    let few = limits { $0.pixels = 1600 * 1600 }
    let pixels = 800 * 800
    let error = codecError { _ = try decode(scanBomb(side: 800, scans: 65), limits: few) }
    expectEqual(error, .limit(LimitExceeded(.work, needed: 65 * pixels, allowed: 64 * pixels)))
    #expect(throws: Never.self) { try decode(scanBomb(side: 800, scans: 64), limits: few) }
    // A common number of scans is allowed at any image size.
    let least = limits { $0.pixels = pixels }
    #expect(throws: Never.self) { try decode(scanBomb(side: 800, scans: 20), limits: least) }
  }
}
