import FrameCodec
import FrameImage
import PNGCodec
import TestSupport
import Testing

/// Damage and truncation under each of the three policies.
@Suite struct DamageTests {
  private func small() throws -> [(String, [UInt8])] {
    let interlaced = HandMade(width: 5, height: 6, colorType: 2, interlaced: true) { x, y in [x, y, 9] }
    let palette = HandMade(
      width: 4, height: 3, depth: 2, colorType: 3,
      before: [("PLTE", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), ("tRNS", [1, 2])]
    ) { x, _ in [x] }
    let profiled = ImageMetadata(resolution: .init(x: 1, y: 2), colorimetry: .init(renderingIntent: 0))
    let rgba = try encode(noise(6, 5, .rgba16), profiled)
    return [("interlaced", interlaced.bytes), ("palette", palette.bytes), ("rgba16", rgba)]
  }

  @Test("Every prefix of a PNG is an error, or is salvaged with one notice")
  func everyPrefix() throws {
    for (name, png) in try small() {
      let whole = try decode(png)
      for count in 0..<png.count {
        let prefix = Array(png.prefix(count))
        let error = try failure { try decode(prefix) }
        switch error {
        case .truncated: expectTrue(count > 0)
        case .empty: expectEqual(count, 0)
        default: expectTrue(count < 8, "\(name), \(count) bytes: \(error)")
        }
        // Behind the last row, nothing is missing.
        if let complete = try? decode(prefix, .warn) {
          expectTrue(count > png.count - 24, "\(name), \(count) bytes")
          expectEqual(complete.bytes, whole.bytes)
          expectEqual(complete.notices.count, 1)
        }
        if let salvaged = try? decode(prefix, .salvage) {
          expectEqual(salvaged.bytes.count, whole.bytes.count)
          expectEqual(salvaged.notices.count, 1, "\(name), \(count) bytes")
        }
        _ = try? probe(prefix)
      }
    }
  }

  @Test("A PNG with any bit flipped is refused or decodes to the same pixels")
  func flippedBits() throws {
    for (name, png) in try small() {
      let whole = try decode(png)
      for i in png.indices {
        for bit in 0..<8 {
          var broken = png
          broken[i] ^= 1 << bit
          _ = try? decode(broken, .salvage)
          _ = try? probe(broken)
          // CRCs cover everything but the signature and lengths, so an image that still decodes has lost no sample.
          // The exception is a tRNS with a changed name: it becomes an unknown chunk, which may be damaged.
          if name == "palette", (61..<65).contains(i) { continue }
          if let image = try? decode(broken) { expectEqual(image.bytes, whole.bytes, "\(name), byte \(i)") }
        }
      }
    }
  }

  @Test("Every prefix of a small PngSuite file is an error")
  func pngSuitePrefixes() throws {
    let files = Corpora.expectations.filter { $0.code == 0 && $0.path.hasPrefix("pngsuite/") }
    var prefixes = 0
    for file in files where file.bytes.count < 220 {
      let png = file.bytes
      for count in 0..<png.count {
        #expect(throws: CodecError.self, "\(file.path)") { try decode(Array(png.prefix(count))) }
        _ = try? decode(Array(png.prefix(count)), .salvage)
        prefixes += 1
      }
    }
    Corpora.report("prefixes of PngSuite files", prefixes)
    if Corpora.isThere { expectTrue(prefixes > 5_000) }
  }

  @Test("Salvage keeps the rows before the damage and clears the others")
  func salvagedRows() throws {
    let image = try noise(300, 300, .rgb8)
    let png = try encode(image)
    let cut = Array(png.prefix(png.count / 2))
    let salvaged = try decode(cut, .salvage, band: 7)
    let rowBytes = image.rowBytes
    let good = (0..<300).prefix { y in
      let row = y * rowBytes..<(y + 1) * rowBytes
      return salvaged.bytes[row] == image.bytes[row]
    }.count
    expectTrue(good > 100 && good < 200)
    expectTrue(salvaged.bytes[(good * rowBytes)...].allSatisfy { $0 == 0 })
    expectEqual(salvaged.notices, [.damage(count: 1, detail: "unexpected end of file")])
    guard case .truncated = try failure({ try decode(cut, .warn) }) else {
      Issue.record("not truncated")
      return
    }
  }

  @Test("A salvaged interlaced image fills missing pixels from the first pass")
  func salvagedInterlacing() throws {
    let flat = HandMade(width: 64, height: 64, interlaced: true) { _, _ in [77] }
    let cut = Array(flat.bytes.prefix(8 + 25 + 8 + 7 + 80))  // the first pass has 72 bytes
    let salvaged = try decode(cut, .salvage)
    expectTrue(salvaged.bytes.allSatisfy { $0 == 77 })
    expectEqual(salvaged.notices.count, 1)
  }

  /// Damage after the last row is an error or a notice, depending on the policy.
  @Test("Damage after the last row is an error under fail and a notice otherwise")
  func damageAfterRows() throws {
    let image = try noise(9, 9, .gray8)
    var png = try encode(image)
    png[png.count - 1] ^= 1
    try expectEqual(failure { try decode(png) }, .damaged(detail: "IEND: CRC error"))
    for policy in [DamagePolicy.warn, .salvage] {
      let read = try decode(png, policy)
      expectEqual(read.bytes, image.bytes)
      expectEqual(read.notices, [.damage(count: 1, detail: "IEND: CRC error")])
    }
  }

  @Test("Image data beyond the last row are damage, and a notice under warn")
  func excessImageData() throws {
    let file = HandMade(width: 2, height: 2)
    let rows: [UInt8] = [0, 0, 7, 0, 13, 20]
    // Bytes after the zlib stream, and an extra row.
    for data in [storedZlib(rows) + [0, 0, 0], storedZlib(rows + [0, 1, 2])] {
      let png =
        signature
        + chunks(file.bytes).flatMap { chunk($0.type, $0.type == "IDAT" ? data : $0.data) }
      guard case .damaged(let detail) = try failure({ try decode(png) }) else {
        Issue.record("not damaged")
        continue
      }
      let read = try decode(png, .warn)
      try expectEqual(read.bytes, decode(file.bytes).bytes)
      expectEqual(read.notices, [.damage(count: 1, detail: detail)])
    }
  }

  /// The data have an extra byte after the last row, and a checksum that is correct without that byte.
  @Test("One extra byte after the last row is damage for every width")
  func extraByte() throws {
    for width in 1...70 {
      // A few ones among zeros, so that the encoder does not filter the rows.
      let pixels = (0...width).map { UInt8($0 * $0 % 11 == 1 ? 1 : 0) }
      let size = try #require(PixelSize(width: width + 1, height: 1))
      let png = try encode(try #require(Bitmap(size: size, format: .gray8, bytes: pixels)))
      let all = chunks(png)
      let checksum = storedZlib([0] + pixels.dropLast()).suffix(4)
      let shorter = bigEndian(UInt32(width)) + all[0].data.dropFirst(4)
      let changed =
        signature + chunk("IHDR", shorter) + chunk("IDAT", all[1].data.dropLast(4) + checksum)
        + chunk("IEND", [])
      try expectTrue(failure { try decode(changed) }.isDamaged, "\(width)")
    }
  }

  /// The split of the data into chunks does not matter, and neither do ignorable chunks after them.
  @Test("Image data decode the same in IDAT chunks of one byte")
  func oneByteChunks() throws {
    let image = try noise(11, 7, .rgba8)
    let all = chunks(try encode(image))
    let pieces = all[1].data.flatMap { chunk("IDAT", [$0]) + chunk("IDAT", []) }
    let tail = chunk("tEXt", Array("a".utf8) + [0, 65]) + chunk("IEND", [])
    let png = signature + chunk("IHDR", all[0].data) + pieces + tail
    try expectEqual(decode(png, band: 2).bytes, image.bytes)
    try expectEqual(decode(png).notices, [])
    var broken = png
    broken[png.count - 12 - 5] ^= 1  // in the text, which is not needed
    try expectEqual(decode(broken).notices, [])
    broken = png
    broken[8 + 25 + 13 + 12 - 1] ^= 1  // in the CRC of an empty IDAT
    try expectTrue(failure { try decode(broken) }.isDamaged)
    try expectTrue(failure { try decode(Array(png.dropLast(12))) }.isTruncated)
    let unknown = signature + chunk("IHDR", all[0].data) + pieces + chunk("ABCD", []) + chunk("IEND", [])
    try expectTrue(failure { try decode(unknown) }.isDamaged)
  }

  @Test(
    "Salvaged pixels and notices do not depend on the height of the bands",
    arguments: [100, 1_000, 60_000, 100_000])
  func salvageInBands(at: Int) throws {
    let image = try noise(200, 200, .rgb8)
    var png = try encode(image)
    png[at] ^= 0x55
    let whole = try decode(png, .salvage, band: 200)
    expectEqual(whole.notices.count, 1)
    for band in [1, 7, 64] {
      let again = try decode(png, .salvage, band: band)
      expectTrue(again.bytes == whole.bytes && again.notices == whole.notices)
    }
    for policy in [DamagePolicy.fail, .warn] { #expect(throws: CodecError.self) { try decode(png, policy) } }
  }

  @Test("A wrong CRC is ignored in a text chunk and is damage in tRNS")
  func ancillaryChecksums() throws {
    let text = HandMade(width: 1, height: 1, before: [("tEXt", Array("a".utf8) + [0, 65])])
    var bytes = text.bytes
    bytes[8 + 25 + 8] ^= 2
    try expectEqual(decode(bytes).notices, [])
    bytes = HandMade(width: 1, height: 1, before: [("tRNS", [0, 0])]).bytes
    bytes[8 + 25 + 9] ^= 1
    try expectEqual(failure { try decode(bytes) }, .damaged(detail: "tRNS: CRC error"))
    try expectEqual(decode(bytes, .warn).notices, [.damage(count: 1, detail: "tRNS: CRC error")])
  }

  @Test("Input without an image is empty, truncated or damaged")
  func noImage() throws {
    try expectEqual(failure { try decode([]) }, .empty)
    try expectEqual(failure { try probe([]) }, .empty)
    guard case .truncated = try failure({ try decode(signature) }) else {
      Issue.record("signature alone")
      return
    }
    guard case .damaged = try failure({ try decode([UInt8](repeating: 7, count: 99)) }) else {
      Issue.record("garbage")
      return
    }
    #expect(throws: CodecError.self) { try decode(signature + chunk("IEND", [])) }
    #expect(throws: CodecError.self) { try decode(signature + chunk("tEXt", []) + chunk("IEND", [])) }
  }
}
