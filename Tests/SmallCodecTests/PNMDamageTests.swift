import FrameCodec
import FrameGeometry
import FrameImage
import PNMCodec
import TestSupport
import Testing

/// Damage, truncation and limits under each of the three policies.
@Suite struct PNMDamageTests {
  @Test(
    "Invalid headers are refused under every policy",
    arguments: [
      ("", "empty"), ("P", "damaged"), ("P8 1 1 255\n1", "damaged"), ("PNG", "damaged"),
      ("P5 0 1 255\n", "damaged"), ("P5 1 0 255\n", "damaged"), ("P5 1 1 0\n1", "damaged"),
      ("P5 1 1 65536\n1", "damaged"), ("P5 -1 1 255\n1", "damaged"), ("P5 1 1.5 255\n1", "damaged"),
      ("P5 a 1 255\n1", "damaged"), ("P5 1 1 255x", "damaged"), ("P5 1 1 255#\nx", "damaged"),
      ("P5", "truncated"), ("P5 3", "truncated"), ("P5 3 # no end", "truncated"),
      ("P5 99999999999999999999 1 255\n", "limit"), ("P5 65536 1 255\n", "limit"),
      ("P5 60000 60000 255\n", "limit"), ("P1 60000 60000\n", "limit"),
      ("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nENDHDR\n1", "damaged"),
      ("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\n", "truncated"),
      ("P7\nWIDTH 1\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nENDHDR\n1", "damaged"),
      ("P7\nWIDTH 1 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nENDHDR\n1", "damaged"),
      ("P7\nWIDTH -1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nENDHDR\n1", "damaged"),
      ("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 5\nMAXVAL 255\nENDHDR\n12345", "unsupported"),
      ("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 0\nMAXVAL 255\nENDHDR\n", "unsupported"),
      ("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 3\nMAXVAL 255\nTUPLTYPE GRAYSCALE\nENDHDR\n123", "unsupported"),
      ("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE CMYK\nENDHDR\n1234", "unsupported"),
      ("P7\nWIDTH 99999\nHEIGHT 99999\nDEPTH 4\nMAXVAL 255\nENDHDR\n", "limit"),
      ("P7\nCOLORS 3\nENDHDR\n", "damaged"),
    ])
  func badHeaders(text: String, kind: String) throws {
    for policy in DamagePolicy.allCases {
      try expectEqual(failure { try PNM.codec.decode(PNM.file(text), policy) }.kind, kind)
    }
    try expectEqual(failure { try PNM.codec.probe(PNM.file(text)) }.kind, kind)
  }

  @Test("A header that does not end within 16 MiB exceeds the metadata limit")
  func endlessHeader() throws {
    let endless = PNM.file("P5 #") + [UInt8](repeating: 65, count: 17 << 20)
    let error = try failure { try PNM.codec.probe(endless) }
    guard case .limit(let limit) = error else { throw error }
    expectTrue(limit.kind == .metadata && limit.allowed == 16 << 20)
    let spaces = PNM.file("P7\n") + [UInt8](repeating: 32, count: 17 << 20)
    try expectEqual(failure { try PNM.codec.probe(spaces) }.kind, "limit")
  }

  @Test("Rows that are too long exceed the memory limit")
  func longRows() throws {
    var limits = Limits()
    limits.memory = 1 << 17
    let image = try PNM.noise(20_000, 2, .rgb16)
    try expectEqual(
      failure { try PNM.codec.decode(PNMCodec(.ppm).encode(image), limits: limits) }.kind, "limit")
  }

  private static func small() throws -> [[UInt8]] {
    let images: [[UInt8]] = [
      PNM.file("P1 5 3 01010 11111 00000\n"), PNM.file("P2 3 2 99 1 22 33 44 55 66\n"),
      PNM.file("P3 1 2 300 1 22 33\n44 55 66\n"), PNM.file("P4 9 3\n", [1, 128, 3, 0, 255, 128]),
      PNM.file("P5 3 2 255\n", [1, 2, 3, 4, 5, 6]), PNM.file("P5 1 3 300\n", [1, 2, 1, 2, 0, 1]),
    ]
    let more = [PixelFormat.rgb8, .rgba8, .rgba16]
    return try images + more.map { try PNMCodec(.pam).encode(PNM.noise(3, 4, $0)) }
  }

  @Test("Every prefix of a file is refused, or its missing samples are black and reported")
  func everyPrefix() throws {
    for whole in try Self.small() {
      let image = try PNM.codec.decode(whole)
      for count in 0..<whole.count {
        let prefix = Array(whole.prefix(count))
        // Plain files are valid without their last newline, and if their last number is cut.
        let isPlain = (1...3).contains(Int(whole[1]) - 48) && count >= whole.count - 2
        let strict = Result { try PNM.codec.decode(prefix) }
        let warned = Result { try PNM.codec.decode(prefix, .warn) }
        if !isPlain {
          #expect(throws: CodecError.self) { try strict.get() }
          #expect(throws: CodecError.self) { try warned.get() }
        }
        guard let saved = try? PNM.codec.decode(prefix, .salvage) else { continue }
        try expectEqual(PNM.codec.decode(prefix, .salvage, band: 1), saved)
        if !isPlain { expectEqual(saved.notices.count, 1) }
        let same = zip(saved.bytes, image.bytes).allSatisfy { $0 == $1 || $0 == 0 }
        // A number that is cut is a different number.
        if !(1...3).contains(Int(whole[1]) - 48), saved.size == image.size { expectTrue(same) }
      }
    }
  }

  @Test("Samples above the maxval are damage and become white if they are read anyway")
  func aboveMaxval() throws {
    for bytes in [
      PNM.file("P5 2 2 100\n", [1, 101, 255, 100]), PNM.file("P2 2 2 100 1 101 999999 100"),
      PNM.file("P5 2 2 1000\n", [0, 10, 3, 0xE9, 255, 255, 3, 0xE8]),
    ] {
      guard case .damaged = try failure({ try PNM.codec.decode(bytes) }) else { throw Unexpected.success }
      for policy in [DamagePolicy.warn, .salvage] {
        let saved = try PNM.codec.decode(bytes, policy)
        let white = saved.format.depth.maximum
        expectEqual(Array(saved.samples[1...]), [white, white, white])
        guard case .damage(count: 2, _)? = saved.notices.first else {
          Issue.record("\(saved.notices)")
          return
        }
        try expectEqual(PNM.codec.decode(bytes, policy, band: 1), saved)
      }
    }
    // Samples of skipped rows are checked too.
    var decoder = try PNMCodec(.pgm).decoder(
      ByteInput(bytes: PNM.file("P5 1 2 100\n", [101, 1])), DecodeRequest())
    var row: [UInt8] = [0]
    var span = row.mutableSpan
    #expect(throws: CodecError.self) { try decoder.read(from: 1, into: &span) }
    #expect(throws: CodecError.self) { try decoder.finish() }
  }

  @Test("Bytes after the last row are damage, except white space and further images")
  func behind() throws {
    let image = PNM.file("P5 1 1 255\n", [7])
    try expectEqual(PNM.codec.decode(image + PNM.file("\n \r\n")).notices, [])
    let longer = image + [7]
    try expectEqual(failure { try PNM.codec.decode(longer) }.kind, "damaged")
    try expectEqual(
      PNM.codec.decode(longer, .warn).notices, [.damage(count: 1, detail: "there is data after the last row")]
    )
    try expectEqual(PNM.codec.decode(longer, .salvage).samples, [7])
    try expectEqual(failure { try PNM.codec.decode(PNM.file("P1 1 1 11")) }.kind, "damaged")
    try expectEqual(failure { try PNM.codec.decode(PNM.file("P2 1 1 9 1a")) }.kind, "damaged")
  }

  @Test("A word among plain samples is damage, and the samples after it are missing")
  func words() throws {
    let bytes = PNM.file("P2 2 2 255 1 2 x 4")
    for policy in [DamagePolicy.fail, .warn] {
      try expectEqual(failure { try PNM.codec.decode(bytes, policy) }.kind, "damaged")
    }
    let saved = try PNM.codec.decode(bytes, .salvage)
    expectEqual(saved.samples, [1, 2, 0, 0])
    expectEqual(saved.notices, [.damage(count: 1, detail: "invalid data instead of a sample")])
  }

  @Test("Any bytes give an image or an error")
  func fuzz() throws {
    var generator = SplitMix64(seed: 1)
    let seeds = try Self.small()
    let favorites = Array("0123456789 \n#PWIDTHEGX".utf8) + [0, 255]
    var limits = Limits()
    limits.pixels = 1 << 16
    var decodedCount = 0
    for _ in 0..<5000 {
      var bytes = seeds.randomElement(using: &generator)!
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let at = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[at] = favorites.randomElement(using: &generator)!
        case 1: bytes[at] = .random(in: 0...255, using: &generator)
        case 2: bytes.insert(favorites.randomElement(using: &generator)!, at: at)
        default: if bytes.count > 1 { bytes.remove(at: at) }
        }
      }
      for policy in DamagePolicy.allCases {
        do {
          let whole = try PNM.codec.decode(bytes, policy, band: 3, limits: limits)
          expectEqual(whole.bytes.count, whole.format.rowBytes(width: whole.size.width) * whole.size.height)
          decodedCount += 1
        } catch let error as CodecError {
          if case .misuse = error { Issue.record("\(bytes)") }
        }
      }
    }
    expectTrue(decodedCount > 1000)
  }
}
