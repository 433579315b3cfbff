import FrameImage
import TestSupport
import Testing

@testable import FrameEngine

/// An image that fails at a row, if one is given.
private final class Rows: PixelSource {
  private let image: Bitmap
  private let broken: Int
  private(set) var touched = 0
  private(set) var isFinished = false

  struct Broken: Error {}

  init(_ image: Bitmap, broken: Int = .max) {
    (self.image, self.broken) = (image, broken)
  }

  var size: PixelSize { image.size }
  var format: PixelFormat { image.format }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    touched = row + band.count / image.rowBytes
    if touched > broken { throw Broken() }
    image.read(from: row, into: &band)
  }

  func finish() { isFinished = true }
}

@Suite struct ReadAheadTests {
  private let image: Bitmap = {
    let size = PixelSize(width: 5, height: 700)!
    return Bitmap(size: size, format: .gray8, bytes: (0..<3500).map { UInt8(truncatingIfNeeded: $0 &* 31) })!
  }()

  private func read(_ source: ReadAhead, rows: Int, by step: Int) throws -> [UInt8] {
    var all: [UInt8] = []
    for row in stride(from: 0, to: rows, by: step) {
      var band = [UInt8](repeating: 0, count: min(step, rows - row) * 5)
      var span = band.mutableSpan
      try source.read(from: row, into: &span)
      all += band
    }
    try source.finish()
    return all
  }

  @Test("The rows equal the image's, on one thread and on several", arguments: [1, 3], [1, 7, 64, 65, 700])
  func rows(_ jobs: Int, _ step: Int) throws {
    for _ in 0..<20 {
      let (one, other) = (Rows(image), Rows(image))
      let sources = [ReadAhead(one, rows: 700), ReadAhead(other, rows: 700)]
      let found = try ReadAhead.run(sources, jobs: jobs) {
        [try read(sources[0], rows: 700, by: step), try read(sources[1], rows: 700, by: step)]
      }
      expectEqual(found, [image.bytes, image.bytes])
      expectTrue(one.isFinished && other.isFinished)
    }
  }

  @Test("No row below the requested ones is decoded, so damage there never matters", arguments: [1, 3])
  func wanted(_ jobs: Int) throws {
    for _ in 0..<20 {
      let rows = Rows(image, broken: 130)
      let source = ReadAhead(rows, rows: 130)
      try expectEqual(
        ReadAhead.run([source], jobs: jobs) { try read(source, rows: 130, by: 9) },
        Array(image.bytes.prefix(650)))
      expectEqual(rows.touched, 130)
    }
  }

  @Test("A failure is thrown to the reader, whichever thread meets it", arguments: [1, 3])
  func failure(_ jobs: Int) {
    for _ in 0..<20 {
      let sources = [ReadAhead(Rows(image), rows: 700), ReadAhead(Rows(image, broken: 300), rows: 700)]
      #expect(throws: Rows.Broken.self) {
        try ReadAhead.run(sources, jobs: jobs) {
          _ = try read(sources[0], rows: 700, by: 10)
          _ = try read(sources[1], rows: 700, by: 10)
        }
      }
    }
  }

  @Test("When a reader stops, the other threads stop", arguments: [1, 3])
  func stop(_ jobs: Int) {
    let source = ReadAhead(Rows(image), rows: 700)
    #expect(throws: CancellationError.self) {
      try ReadAhead.run([source], jobs: jobs) { throw CancellationError() }
    }
  }
}
