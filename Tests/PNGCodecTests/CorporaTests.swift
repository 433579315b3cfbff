import FrameCodec
import PNGCodec
import TestSupport
import Testing

/// Comparison with libpng 1.6.39: the files of the corpora that it refuses, and the checksums of its rows.
@Suite struct CorporaTests {
  @Test("Corpus files decode to libpng's sizes, and all but palette images to its rows")
  func rowsMatchLibpng() throws {
    let files = Corpora.expectations.filter { $0.code == 0 }
    var compared = 0
    for file in files {
      let image = try decode(file.bytes)
      let header = try probe(file.bytes)
      expectTrue(image.size.width == file.width && image.size.height == file.height, "\(file.path)")
      expectTrue(header.size == image.size && header.pixels == image.format, "\(file.path)")
      expectEqual(header.traits.contains("interlaced"), file.interlaced, "\(file.path)")
      if file.colorType == 3 {
        expectTrue(header.traits.contains("palette"), "\(file.path)")
        continue
      }
      expectEqual(crc32(stored(image, file)), file.crc, "\(file.path)")
      compared += 1
    }
    Corpora.report("decoded under fail", files.count)
    Corpora.report("rows equal to libpng's", compared)
    if Corpora.isThere {
      expectTrue(files.count >= 387)
      expectTrue(compared >= 248)
    }
  }

  @Test("Corpus files that libpng refuses are refused, and salvaged only with a notice")
  func refusedByLibpng() throws {
    let files = Corpora.expectations.filter { $0.code == 1 }
    for file in files {
      let bytes = file.bytes
      #expect(throws: CodecError.self, "\(file.path)") { try decode(bytes) }
      // Salvaging gives an image with notices or fails.
      let salvaged = try? decode(bytes, .salvage)
      if let salvaged { expectTrue(!salvaged.notices.isEmpty, "\(file.path)") }
    }
    Corpora.report("refused", files.count)
    if Corpora.isThere { expectTrue(files.count >= 1246) }
  }

  /// PngSuite's own list of corrupt files, each with its defect in libpng's words.
  @Test("Each corrupt PngSuite file is refused for its own defect")
  func pngSuiteCorruptFiles() throws {
    let reasons = [
      "xs1n0g01": "PNG", "xs2n0g01": "PNG", "xs4n0g01": "PNG", "xs7n0g01": "PNG",
      "xcrn0g04": "PNG", "xlfn0g04": "PNG", "xhdn0g08": "IHDR: CRC error",
      "xc1n0g08": "Invalid IHDR data", "xc9n2c08": "Invalid IHDR data",
      "xd0n2c08": "Invalid IHDR data", "xd3n2c08": "Invalid IHDR data",
      "xd9n2c08": "Invalid IHDR data", "xdtn0g01": "IEND: out of place",
      "xcsn0g01": "IDAT: CRC error",
    ]
    let files = reasons.filter { Corpora.bytes("pngsuite/\($0.key).png") != nil }
    for (name, reason) in files {
      let bytes = try #require(Corpora.bytes("pngsuite/\(name).png"))
      let error = try failure { try decode(bytes) }
      guard case .damaged(let detail) = error else {
        Issue.record("\(name): \(error)")
        continue
      }
      expectTrue(detail.contains(reason), "\(name): \(detail)")
    }
    Corpora.report("PngSuite's corrupt files", files.count)
    if Corpora.isThere { expectEqual(files.count, 14) }
  }

  /// Returns the rows as the file stores them: without alpha from tRNS, gray with its original bits, 16-bit samples
  /// with the high byte first.
  private func stored(_ image: Decoded, _ file: Corpora.Expectation) -> [UInt8] {
    let channels = image.format.channels
    let addsAlpha = channels.hasAlpha && file.colorType < 4
    return (0..<image.size.height).flatMap { y in
      var samples = image.samples(row: y)
      if addsAlpha {
        samples = samples.indices.filter { ($0 + 1) % channels.rawValue != 0 }.map { samples[$0] }
      }
      if file.depth < 8 { samples = samples.map { $0 / (255 / ((1 << file.depth) - 1)) } }
      return Samples.pack(samples, depth: file.depth)
    }
  }
}
