import FrameImage
import TestSupport
import Testing

/// Sizes that cannot overflow, and the stricter limits.
@Suite struct PixelSizeTests {
  @Test("The sides of a pixel size lie between 1 and the maximum") func sides() {
    let most = PixelSize.maximumSide
    for bad in [0, -1, most + 1, .min, .max] {
      expectTrue(PixelSize(width: bad, height: 1) == nil)
      expectTrue(PixelSize(width: 1, height: bad) == nil)
    }
    let largest = PixelSize(width: most, height: most)
    expectEqual(largest?.area, most * most)
    expectEqual(PixelFormat.rgba16.rowBytes(width: most), most * 8)
    expectEqual(size(3, 5).transposed, size(5, 3))
  }

  @Test(
    "Shrinking rounds each side up to whole pixels", arguments: ShrinkFactor.allCases)
  func reducedSize(
    reduction: ShrinkFactor
  ) {
    let n = reduction.rawValue
    for side in 1...40 {
      let reduced = size(side, 41 - side).reduced(by: reduction)
      expectEqual(reduced.width, (side - 1) / n + 1)
      expectEqual(reduced.height, (40 - side) / n + 1)
    }
  }

  @Test(
    "The work limit is 16 times the pixel limit, and small frames count as 128 x 128")
  func workIsBounded() throws {
    var limits = Limits()
    limits.pixels = 1 << 20
    expectTrue(limits.work == 1 << 24 && Limits.pixels(forWork: limits.work) == limits.pixels)
    #expect(throws: Never.self) { try limits.check(frames: 16, of: size(1024, 1024)) }
    #expect(throws: LimitExceeded(.work, needed: 17 << 20, allowed: 1 << 24)) {
      try limits.check(frames: 17, of: size(1024, 1024))
    }
    #expect(throws: Never.self) { try limits.check(frames: 1024, of: size(1, 1)) }
    #expect(throws: LimitExceeded(.work, needed: 1025 << 14, allowed: 1 << 24)) {
      try limits.check(frames: 1025, of: size(1, 1))
    }
    #expect(throws: LimitExceeded(.work, needed: .max, allowed: 1 << 24)) {
      try limits.check(frames: .max, of: size(1, 1))
    }
    // A single image is bounded only by the pixel limit.
    limits.pixels = 1
    #expect(throws: Never.self) { try limits.check(frames: 1, of: size(9, 9)) }
    limits.pixels = .max
    expectTrue(limits.work == .max && Limits.pixels(forWork: .max) == .max / 16 + 1)
  }

  @Test("A value equal to its limit is allowed, and a larger one throws") func limitValues() throws {
    var limits = Limits()
    limits.side = 100
    limits.pixels = 5000
    limits.memory = 77
    try expectEqual(limits.check(width: 100, height: 50), size(100, 50))
    #expect(throws: LimitExceeded(.side, needed: 101, allowed: 100)) {
      try limits.check(width: 101, height: 1)
    }
    #expect(throws: LimitExceeded(.side, needed: 101, allowed: 100)) {
      try limits.check(width: 1, height: 101)
    }
    #expect(throws: LimitExceeded(.pixels, needed: 5100, allowed: 5000)) {
      try limits.check(width: 100, height: 51)
    }
    try limits.check(memory: 77)
    #expect(throws: LimitExceeded(.memory, needed: 78, allowed: 77)) { try limits.check(memory: 78) }
    #expect(throws: LimitExceeded.self) { try limits.check(width: .max, height: .max) }
  }

  @Test("The default limits are 100,000 layers, 1,000,000 statements, 16 MiB and 64 levels")
  func defaultLimits() {
    let limits = Limits()
    expectTrue(limits.layers == 100_000 && limits.statements == 1_000_000)
    expectTrue(limits.scriptBytes == 16 << 20 && limits.nesting == 64)
  }

  @Test(
    "The bytes of a pixel format follow from its channels and depth",
    arguments: PixelFormat.Channels.allCases, PixelFormat.Depth.allCases
  )
  func formatBytes(channels: PixelFormat.Channels, depth: PixelFormat.Depth) {
    let format = PixelFormat(channels, depth)
    let count = (channels.isGray ? 1 : 3) + (channels.hasAlpha ? 1 : 0)
    expectEqual(format.bytesPerPixel, count * (depth == .eight ? 1 : 2))
    expectEqual(format.rowBytes(width: 9), 9 * format.bytesPerPixel)
    expectEqual(depth.maximum, (1 << depth.rawValue) - 1)
    expectEqual(PixelFormat.Channels(gray: channels.isGray, alpha: channels.hasAlpha), channels)
  }
}
