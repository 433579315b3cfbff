import FrameCodec
import FrameImage
import PNMCodec
import TestSupport
import Testing

/// Files of every kind, written by hand, and their samples.
@Suite struct PNMReadingTests {
  struct Sample: CustomTestStringConvertible {
    var name: String
    var file: [UInt8]
    var width = 2
    var height = 1
    var format = PixelFormat.gray8
    var samples: [Int]
    var traits: [String] = []

    var testDescription: String { name }
  }

  static let table = [
    Sample(
      name: "P1", file: PNM.file("P1\n3 2\n0 1 0\n1 1 0\n"), width: 3, height: 2,
      samples: [255, 0, 255, 0, 0, 255], traits: ["plain", "bitmap"]),
    Sample(
      name: "P1 without white space", file: PNM.file("P1 3 2 010110"), width: 3, height: 2,
      samples: [255, 0, 255, 0, 0, 255], traits: ["plain", "bitmap"]),
    Sample(name: "P2", file: PNM.file("P2\n2 1\n255\n7 200\n"), samples: [7, 200], traits: ["plain"]),
    Sample(
      name: "P2 of few grays", file: PNM.file("P2 2 1 15 7 15"), samples: [119, 255],
      traits: ["plain", "maxval 15"]),
    Sample(
      name: "P2 of many", file: PNM.file("P2 2 1 1000 500 1"), format: .gray16, samples: [32768, 66],
      traits: ["plain", "maxval 1000"]),
    Sample(
      name: "P3", file: PNM.file("P3 2 1 255 1 2 3\t4\r\n5\u{B}6\u{C}"), format: .rgb8,
      samples: [1, 2, 3, 4, 5, 6], traits: ["plain"]),
    Sample(
      name: "P4", file: PNM.file("P4 10 2\n", [0b0101_0000, 0b1011_1111, 0xFF, 0b0011_1111]), width: 10,
      height: 2,
      samples: [255, 0, 255, 0, 255, 255, 255, 255, 0, 255] + [0, 0, 0, 0, 0, 0, 0, 0, 255, 255],
      traits: ["bitmap"]),
    Sample(name: "P5", file: PNM.file("P5 2 1 255\n", [9, 250]), samples: [9, 250]),
    Sample(
      name: "P5 of 16 bits", file: PNM.file("P5 2 1 65535\n", [0x12, 0x34, 0xFF, 0]), format: .gray16,
      samples: [0x1234, 0xFF00]),
    Sample(
      name: "P5, maxval 256", file: PNM.file("P5 2 1 256\n", [1, 0, 0, 128]), format: .gray16,
      samples: [65535, 32768], traits: ["maxval 256"]),
    Sample(
      name: "P5, maxval 1", file: PNM.file("P5 2 1 1\n", [1, 0]), samples: [255, 0], traits: ["maxval 1"]),
    Sample(
      name: "P6", file: PNM.file("P6 2 1 255 ", [1, 2, 3, 4, 5, 6]), format: .rgb8,
      samples: [1, 2, 3, 4, 5, 6]),
    Sample(
      name: "P6 that begins with white space", file: PNM.file("P6 1 1 255\n", [10, 32, 35]), width: 1,
      format: .rgb8, samples: [10, 32, 35]),
    Sample(
      name: "P7 in black and white",
      file: pam("WIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE", [1, 0]), samples: [255, 0],
      traits: ["maxval 1"]),
    Sample(
      name: "P7 in black and white with alpha",
      file: pam("WIDTH 1\nHEIGHT 1\nDEPTH 2\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE_ALPHA", [1, 0]), width: 1,
      format: PixelFormat(.grayAlpha, .eight), samples: [255, 0], traits: ["maxval 1"]),
    Sample(
      name: "P7 in gray", file: pam("WIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nTUPLTYPE GRAYSCALE", [3, 4]),
      samples: [3, 4]),
    Sample(
      name: "P7 in gray with alpha, 16 bits",
      file: pam(
        "WIDTH 1\nHEIGHT 1\nDEPTH 2\nMAXVAL 65535\nTUPLTYPE GRAYSCALE_ALPHA", [1, 2, 3, 4]), width: 1,
      format: PixelFormat(.grayAlpha, .sixteen), samples: [0x0102, 0x0304]),
    Sample(
      name: "P7 in color", file: pam("WIDTH 1\nHEIGHT 1\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB", [3, 4, 5]),
      width: 1, format: .rgb8, samples: [3, 4, 5]),
    Sample(
      name: "P7 in color with alpha, with its lines in another order, comments and empty lines",
      file: pam(
        "# made by hand\nTUPLTYPE  RGB_ALPHA \n\n MAXVAL\t255\nDEPTH 4\n#MAXVAL 7\nHEIGHT 1\nWIDTH 1",
        [3, 4, 5, 6]), width: 1, format: .rgba8, samples: [3, 4, 5, 6]),
    Sample(
      name: "P7 of no type", file: pam("WIDTH 1\nHEIGHT 1\nDEPTH 2\nMAXVAL 255", [3, 4]), width: 1,
      format: PixelFormat(.grayAlpha, .eight), samples: [3, 4]),
  ]

  static func pam(_ lines: String, _ samples: [UInt8]) -> [UInt8] {
    PNM.file("P7\n\(lines)\nENDHDR\n", samples)
  }

  @Test(
    "Every kind of PNM file is recognized and read with its size, format, traits and samples",
    arguments: table)
  func everyKind(sample: Sample) throws {
    let header = try PNM.codec.probe(sample.file)
    expectEqual(header.size, PixelSize(width: sample.width, height: sample.height))
    expectEqual(header.pixels, sample.format)
    expectEqual(header.traits, sample.traits)
    expectEqual(header.notices, [])
    let decoded = try PNM.codec.decode(sample.file)
    expectEqual(decoded.samples, sample.samples)
    expectEqual(decoded.notices, [])
    try expectEqual(PNM.codec.decode(sample.file, band: 1), decoded)
    let magic = String(decoding: sample.file.prefix(2), as: UTF8.self)
    let kinds = PNMCodec.Kind.allCases.filter { kind in
      PNMCodec(kind).format.signatures.contains { $0.matches(sample.file) }
    }
    expectEqual(kinds, [["P3", "P6"].contains(magic) ? .ppm : magic == "P7" ? .pam : .pgm])
  }

  @Test("Comments are ignored anywhere in a header")
  func comments() throws {
    for text in [
      "P5\n# one\n2 1\n# two\r255\n", "P5#one\n 2 1 255\n", "P5 2#\n 1#two\n\n255#three\n\n",
      "P5 2 1 2#\n55\n",
    ] {
      try expectEqual(PNM.codec.decode(PNM.file(text, [35, 36])).samples, [35, 36], "\(text)")
    }
    try expectEqual(PNM.codec.decode(PNM.file("P2 2 1 255 # white\n35 #\n36")).samples, [35, 36])
    // A single byte of white space ends the header; the next byte is a sample.
    try expectEqual(PNM.codec.decode(PNM.file("P5 2 1 255\n", [35, 10])).samples, [35, 10])
  }

  @Test("Samples scale to the nearest value for every maxval up to 255 and some larger ones")
  func scaling() throws {
    for maxval in Array(1...255) + [256, 257, 1023, 4095, 32767, 65534, 65535] {
      let wide = maxval > 255
      let white = wide ? 65535 : 255
      let values = stride(from: 0, through: maxval, by: wide ? max(1, maxval / 300) : 1).map { $0 } + [maxval]
      let bytes = values.flatMap { wide ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0)] }
      let decoded = try PNM.codec.decode(PNM.file("P5 \(values.count) 1 \(maxval)\n", bytes))
      // Double is exact here: no product comes near 2^53, and no quotient is rounded to an exact half.
      let exact = values.map { (Double($0) * Double(white) / Double(maxval)).rounded() }
      expectEqual(decoded.samples.map(Double.init), exact, "maxval \(maxval)")
      let plain = try PNM.codec.decode(
        PNM.file("P2 \(values.count) 1 \(maxval) " + values.map { "\($0) " }.joined()))
      expectEqual(plain.bytes, decoded.bytes)
    }
  }

  @Test("The first of several images is read, with a notice")
  func several() throws {
    let one = PNM.file("P5 2 1 255\n", [35, 36])
    let two = one + PNM.file("P6 1 1 255\n", [1, 2, 3])
    try expectEqual(PNM.codec.probe(two).notices, [.oneOfSeveral(of: nil)])
    try expectEqual(PNM.codec.decode(two).samples, [35, 36])
    try expectEqual(PNM.codec.decode(two).notices, [])
    let bits = PNM.file("P4 3 1\n", [0xA0])
    try expectEqual(PNM.codec.probe(bits + bits).notices, [.oneOfSeveral(of: nil)])
    // Any text may follow the samples of a plain file.
    let plain = PNM.file("P1 1 1 1\n what you like P5")
    try expectEqual(PNM.codec.probe(plain).notices, [])
    try expectEqual(PNM.codec.decode(plain).samples, [0])
  }

  @Test("Skipping rows leads to the right rows, and a decoder can finish twice")
  func skippedRows() throws {
    let image = try PNM.noise(5, 20, .rgb8)
    let raw = try PNMCodec(.ppm).encode(image)
    let plain = PNM.file("P3 5 20 255\n" + image.bytes.map { "\($0)\n" }.joined())
    let scaled = PNM.file("P5 15 20 254\n", image.bytes.map { min($0, 254) })
    for bytes in [raw, plain, scaled] {
      let whole = try PNM.codec.decode(bytes)
      var decoder = try PNMCodec(.ppm).decoder(ByteInput(bytes: bytes), DecodeRequest())
      for row in [3, 4, 11] {
        var rows = [UInt8](repeating: 0, count: 15)
        var span = rows.mutableSpan
        try decoder.read(from: row, into: &span)
        expectEqual(rows, Array(whole.bytes[row * 15..<(row + 1) * 15]))
      }
      try decoder.finish()
      try decoder.finish()
    }
  }

  @Test("Reading rows out of order or outside the image is an error")
  func rowOrder() throws {
    var decoder = try PNMCodec(.pgm).decoder(
      ByteInput(bytes: PNMCodec(.pgm).encode(PNM.noise(4, 4, .gray8))), DecodeRequest())
    var rows = [UInt8](repeating: 0, count: 8)
    var span = rows.mutableSpan
    try decoder.read(from: 1, into: &span)
    for row in [0, 1, 3, 4, -1, Int.max] {
      #expect(throws: CodecError.self) { try decoder.read(from: row, into: &span) }
    }
  }
}
