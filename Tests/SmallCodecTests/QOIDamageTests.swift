import FrameCodec
import FrameGeometry
import FrameImage
import QOICodec
import TestSupport
import Testing

/// Damage, truncation and limits under each of the three policies.
@Suite struct QOIDamageTests {
  @Test("An invalid header is refused with the right error under every damage policy")
  func badHeaders() throws {
    let good = QOI.header(1, 1)
    let table: [([UInt8], String)] = [
      ([], "empty"), ([1], "damaged"), (Array("qoi".utf8), "truncated"), (Array("qoig".utf8), "damaged"),
      (Array(good.dropLast()), "truncated"), (QOI.header(0, 1), "damaged"), (QOI.header(1, 0), "damaged"),
      (QOI.header(1, 1, channels: 2), "damaged"), (QOI.header(1, 1, channels: 5), "damaged"),
      (QOI.header(1, 1, colorSpace: 2), "damaged"), (QOI.header(65_536, 1), "limit"),
      (QOI.header(60_000, 60_000), "limit"), (QOI.header(0xFFFF_FFFF, 0xFFFF_FFFF), "limit"),
    ]
    for (bytes, kind) in table {
      for policy in DamagePolicy.allCases {
        try expectEqual(failure { try QOI.codec.decode(bytes, policy) }.kind, kind)
      }
      try expectEqual(failure { try QOI.codec.probe(bytes) }.kind, kind)
    }
  }

  @Test("Rows that are too long exceed the memory limit")
  func longRows() throws {
    var limits = Limits()
    limits.memory = 1 << 17
    try expectEqual(
      failure { try QOI.codec.decode(QOI.header(1000, 1) + QOI.marker, limits: limits) }.kind, "limit")
  }

  @Test("Every prefix of a file is refused, or its missing pixels are 0 and reported")
  func everyPrefix() throws {
    for format in [PixelFormat.rgb8, .rgba8] {
      let image = try QOI.image(9, 40, format)
      let qoi = try QOI.codec.encode(image)
      for count in 0..<qoi.count {
        let prefix = Array(qoi.prefix(count))
        let error = try failure { try QOI.codec.decode(prefix) }
        expectEqual(error.kind, (count == 0 ? "empty" : "truncated"))
        // What is missing of the end marker is no pixel.
        if count >= qoi.count - QOI.marker.count {
          try expectEqual(QOI.codec.decode(prefix, .warn).bytes, image.bytes)
        } else {
          try expectEqual(failure { try QOI.codec.decode(prefix, .warn) }.kind, error.kind)
        }
        guard count >= 14 else {
          #expect(throws: CodecError.self) { try QOI.codec.decode(prefix, .salvage) }
          continue
        }
        let saved = try QOI.codec.decode(prefix, .salvage)
        expectEqual(saved.notices.count, 1)
        // The pixels are correct up to some place, and zeros follow.
        let same = zip(saved.bytes, image.bytes).prefix { $0 == $1 }.count
        expectTrue(saved.bytes[same...].allSatisfy { $0 == 0 })
        expectTrue(same >= (count - 14) / 5)
        for band in [1, 7] { try expectEqual(QOI.codec.decode(prefix, .salvage, band: band), saved) }
      }
    }
  }

  @Test("Too few pixels, too many pixels and a missing end QOI.marker are damage")
  func ends() throws {
    let few = QOI.file(3, [0xC1])
    for policy in [DamagePolicy.fail, .warn] {
      try expectEqual(failure { try QOI.codec.decode(few, policy) }.kind, "damaged")
    }
    try expectEqual(
      QOI.codec.decode(few, .salvage).notices,
      [.damage(count: 1, detail: "the image has fewer pixels than the header says")])
    let many = [QOI.file(3, [0xC1, 0xC1]), QOI.file(3, [0xC2, 0xC2]), QOI.file(3, [0xC2, 0xFE, 1, 2, 3])]
    let wrong = QOI.header(3, 1) + [0xC2] + [0, 0, 0, 0, 0, 0, 0, 2]
    for bytes in many + [wrong] {
      try expectEqual(failure { try QOI.codec.decode(bytes) }.kind, "damaged")
      for policy in [DamagePolicy.warn, .salvage] {
        let saved = try QOI.codec.decode(bytes, policy)
        expectEqual(saved.bytes, [UInt8](repeating: 0, count: 9))
        expectEqual(saved.notices.count, 1)
      }
    }
    // Bytes after the end QOI.marker are ignored.
    try expectEqual(QOI.codec.decode(QOI.file(3, [0xC2]) + [1, 2, 3]).notices, [])
    try expectEqual(QOI.codec.decode(QOI.file(3, [0xC2]) + QOI.marker).notices, [])
  }

  @Test("Any bytes give an image or an error, the same with bands of any height")
  func fuzz() throws {
    var generator = SplitMix64(seed: 3)
    var limits = Limits()
    limits.pixels = 1 << 14
    for turn in 0..<6000 {
      let (width, height) = (
        Int.random(in: 1...40, using: &generator), Int.random(in: 1...40, using: &generator)
      )
      var bytes = QOI.header(width, height, channels: turn % 2 == 0 ? 3 : 4)
      for _ in 0..<Int.random(in: 0...600, using: &generator) {
        bytes.append(.random(in: 0...255, using: &generator))
      }
      if turn % 3 == 0 { bytes += QOI.marker }
      if turn % 7 == 0 {
        bytes[Int.random(in: 0..<14, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      for policy in DamagePolicy.allCases {
        do {
          let whole = try QOI.codec.decode(bytes, policy, band: 40, limits: limits)
          expectEqual(whole.bytes.count, whole.format.rowBytes(width: whole.size.width) * whole.size.height)
          if turn % 10 == 0 {
            try expectEqual(QOI.codec.decode(bytes, policy, band: 1, limits: limits), whole)
          }
        } catch let error as CodecError {
          if case .misuse = error { Issue.record("\(bytes)") }
          if policy == .salvage, turn % 7 != 0 { Issue.record("\(error)") }
        }
      }
    }
  }
}
