import FrameCodec
import FrameModel
import PNGCodec
import Testing

/// Damage, truncation, and what the three policies make of them.
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

  @Test func everyPrefixIsRefused() throws {
    for (name, png) in try small() {
      let whole = try decode(png)
      for count in 0..<png.count {
        let prefix = Array(png.prefix(count))
        let error = try failure { try decode(prefix) }
        switch error {
        case .truncated: #expect(count > 0)
        case .empty: #expect(count == 0)
        default: #expect(count < 8, "\(name), \(count) bytes: \(error)")
        }
        #expect(throws: CodecError.self) { try decode(prefix, .warn) }
        if let salvaged = try? decode(prefix, .salvage) {
          #expect(salvaged.bytes.count == whole.bytes.count)
          #expect(salvaged.notices.count == 1, "\(name), \(count) bytes")
        }
        _ = try? probe(prefix)
      }
    }
  }

  @Test func everyFlippedBitIsHarmlessOrRefused() throws {
    for (name, png) in try small() {
      let whole = try decode(png)
      for i in png.indices {
        for bit in 0..<8 {
          var broken = png
          broken[i] ^= 1 << bit
          _ = try? decode(broken, .salvage)
          _ = try? probe(broken)
          // CRCs cover all but the signature and lengths, so what still decodes lost no sample. Only
          // tRNS under another name is an unknown chunk, which may be damaged.
          if name == "palette", (61..<65).contains(i) { continue }
          if let picture = try? decode(broken) { #expect(picture.bytes == whole.bytes, "\(name), byte \(i)") }
        }
      }
    }
  }

  @Test func corpusPrefixesAreRefused() throws {
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
    if Corpora.isThere { #expect(prefixes > 5_000) }
  }

  @Test func salvageKeepsTheRowsBeforeTheDamage() throws {
    let picture = try noise(300, 300, .rgb8)
    let png = try encode(picture)
    let cut = Array(png.prefix(png.count / 2))
    let salvaged = try decode(cut, .salvage, band: 7)
    let rowBytes = picture.rowBytes
    let good = (0..<300).prefix { y in
      let row = y * rowBytes..<(y + 1) * rowBytes
      return salvaged.bytes[row] == picture.bytes[row]
    }.count
    #expect(good > 100 && good < 200)
    #expect(salvaged.bytes[(good * rowBytes)...].allSatisfy { $0 == 0 })
    #expect(salvaged.notices == [.damage(count: 1, detail: "unexpected end of file")])
    guard case .truncated = try failure({ try decode(cut, .warn) }) else {
      Issue.record("not truncated")
      return
    }
  }

  @Test func salvagedInterlacedPictureIsCoarse() throws {
    let flat = HandMade(width: 64, height: 64, interlaced: true) { _, _ in [77] }
    let cut = Array(flat.bytes.prefix(8 + 25 + 8 + 7 + 80))  // the first pass has 72 bytes
    let salvaged = try decode(cut, .salvage)
    #expect(salvaged.bytes.allSatisfy { $0 == 77 })
    #expect(salvaged.notices.count == 1)
  }

  /// Damage behind the last row: the three policies differ.
  @Test func damageAfterTheRowsIsANoticeUnderWarn() throws {
    let picture = try noise(9, 9, .gray8)
    var png = try encode(picture)
    png[png.count - 1] ^= 1
    #expect(try failure { try decode(png) } == .damaged(detail: "IEND: CRC error"))
    for policy in [DamagePolicy.warn, .salvage] {
      let read = try decode(png, policy)
      #expect(read.bytes == picture.bytes)
      #expect(read.notices == [.damage(count: 1, detail: "IEND: CRC error")])
    }
  }

  @Test func moreImageDataThanThePictureIsDamage() throws {
    let file = HandMade(width: 2, height: 2)
    let rows: [UInt8] = [0, 0, 7, 0, 13, 20]
    // Bytes behind the zlib stream, and a row that the picture lacks.
    for data in [storedZlib(rows) + [0, 0, 0], storedZlib(rows + [0, 1, 2])] {
      let png =
        signature
        + chunks(file.bytes).flatMap { chunk($0.type, $0.type == "IDAT" ? data : $0.data) }
      guard case .damaged(let detail) = try failure({ try decode(png) }) else {
        Issue.record("not damaged")
        continue
      }
      let read = try decode(png, .warn)
      #expect(try read.bytes == decode(file.bytes).bytes)
      #expect(read.notices == [.damage(count: 1, detail: detail)])
    }
  }

  @Test func damagedTransparencyIsDamageAndDamagedTextIsNot() throws {
    let text = HandMade(width: 1, height: 1, before: [("tEXt", Array("a".utf8) + [0, 65])])
    var bytes = text.bytes
    bytes[8 + 25 + 8] ^= 2
    #expect(try decode(bytes).notices == [])
    bytes = HandMade(width: 1, height: 1, before: [("tRNS", [0, 0])]).bytes
    bytes[8 + 25 + 9] ^= 1
    #expect(try failure { try decode(bytes) } == .damaged(detail: "tRNS: CRC error"))
    #expect(try decode(bytes, .warn).notices == [.damage(count: 1, detail: "tRNS: CRC error")])
  }

  @Test func noPictureIsAClearError() throws {
    #expect(try failure { try decode([]) } == .empty)
    #expect(try failure { try probe([]) } == .empty)
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
