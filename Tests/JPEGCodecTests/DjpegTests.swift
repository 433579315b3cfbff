import Foundation
import FrameImage
import TestSupport
import Testing

/// Comparison with djpeg, the library's own program. It serves as an oracle if it is installed, and is never
/// required.
@Suite struct DjpegTests {
  private static let djpeg = "/usr/bin/djpeg"
  private static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: djpeg) }

  @Test("The test log says whether djpeg is installed")
  func djpegAvailability() {
    print("djpeg: \(Self.isInstalled ? "\(Corpora.jpegs.count) files to compare" : "not there, skipped")")
  }

  /// Returns the PNM file that djpeg writes for a JPEG.
  private func oracle(_ file: Corpora.Expectation, _ reduction: ShrinkFactor) throws -> [UInt8] {
    let output = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pnm")
    defer { try? FileManager.default.removeItem(at: output) }
    let process = Process()
    process.executableURL = URL(filePath: Self.djpeg)
    process.arguments = [
      "-pnm", "-scale", "1/\(reduction.rawValue)", "-outfile", output.path,
      Corpora.folder.appending(path: file.path).path,
    ]
    try process.run()
    process.waitUntilExit()
    expectEqual(process.terminationStatus, 0)
    return Array(try Data(contentsOf: output))
  }

  @Test(
    "Decoded samples equal those of djpeg at every shrink factor",
    .enabled(if: isInstalled), arguments: Corpora.jpegs.filter { $0.result == 0 }, ShrinkFactor.allCases)
  func samplesMatchDjpeg(_ file: Corpora.Expectation, _ reduction: ShrinkFactor) throws {
    let bitmap = try decode(file.bytes, reduction).bitmap
    let magic = bitmap.format == .gray8 ? "P5" : "P6"
    let start = "\(magic)\n\(bitmap.size.width) \(bitmap.size.height)\n255\n"
    let expected = try oracle(file, reduction)
    expectTrue(expected.starts(with: start.utf8))
    let rows = bitmap.format == .rgba8 ? Self.colors(bitmap.bytes) : bitmap.bytes
    expectTrue(expected.dropFirst(start.utf8.count).elementsEqual(rows))
  }

  /// Converts CMYK as djpeg does: red = (1 - cyan) (1 - black) and so on.
  private static func colors(_ cmyk: [UInt8]) -> [UInt8] {
    var rows: [UInt8] = []
    for at in stride(from: 0, to: cmyk.count, by: 4) {
      let paper = 255 - Int(cmyk[at + 3])
      for ink in cmyk[at..<at + 3] {
        let light: Int = (255 - Int(ink)) * paper
        rows.append(UInt8((light + 127) / 255))
      }
    }
    return rows
  }
}
