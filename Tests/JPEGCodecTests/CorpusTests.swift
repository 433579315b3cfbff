import Foundation
import FrameCodec
import JPEGCodec
import TestSupport
import Testing

@Suite struct CorpusTests {
  @Test("The JPEG corpus is complete if it is installed")
  func corpusIsComplete() {
    guard Corpora.isThere else {
      print("JPEG corpus: skipped, 0 of \(Corpora.expectedCount) files")
      return
    }
    let found = Corpora.jpegs.filter { !$0.bytes.isEmpty }.count
    print("JPEG corpus: \(found) files")
    expectTrue(found >= Corpora.expectedCount)
  }

  /// Files with more warnings than we allow. They are unusable for us, although djpeg continues.
  private static let tooManyWarnings = ["afl/docs/vuln_samples/firefox-chrome-leak.jpg"]

  @Test(
    "Corpus files succeed, fail or report damage as djpeg does", arguments: Corpora.jpegs)
  func damageMatchesDjpeg(_ file: Corpora.Expectation) throws {
    let strict = codecError { _ = try decode(file.bytes) }
    switch file.result {
    case 0:
      expectTrue(strict == nil)
      try expectTrue(decode(file.bytes).damage == nil)
      #expect(throws: Never.self) { try probe(file.bytes) }
    case 1:
      expectTrue(strict != nil)
      expectTrue(codecError { _ = try decode(file.bytes, onDamage: .salvage) } != nil)
    default:
      expectTrue(strict?.isDamaged == true || strict?.isTruncated == true)
      if Self.tooManyWarnings.contains(file.path) {
        expectEqual(codecError { _ = try decode(file.bytes, onDamage: .salvage) }?.isDamaged, true)
      } else {
        try expectTrue(decode(file.bytes, onDamage: .salvage).damage != nil)
      }
    }
  }

  @Test(
    "Single rows of a corpus file decode as in the whole image",
    arguments: Corpora.jpegs.filter { $0.result == 0 })
  func singleRows(_ file: Corpora.Expectation) throws {
    let whole = try decode(file.bytes).bitmap
    var decoder = try JPEGCodec().decoder(ByteInput(bytes: file.bytes), DecodeRequest())
    for row in stride(from: 0, to: whole.size.height, by: 29) {
      let band = try readRows(&decoder, row..<row + 1)
      expectTrue(band.elementsEqual(whole.bytes[(row * whole.rowBytes)..<((row + 1) * whole.rowBytes)]))
    }
    try decoder.finish()
  }

  /// Cuts each file at several percentages of its length. No part is a whole image, and none crashes the decoder.
  @Test(
    "A corpus file that is cut short is truncated or empty at every tested length",
    arguments: Corpora.jpegs.filter { $0.result == 0 })
  func cutCorpusFiles(_ file: Corpora.Expectation) throws {
    let bytes = file.bytes
    for percent in stride(from: 1, to: 100, by: bytes.count > 100_000 ? 11 : 1) {
      let part = Array(bytes.prefix(bytes.count * percent / 100))
      let error = codecError { _ = try decode(part) }
      expectTrue(error?.isTruncated == true || error == .empty, "\(percent) per cent")
    }
  }
}
