import FrameCompare
import FrameImage
import TestSupport
import Testing

/// A source that reads from a bitmap and records its calls.
private final class WatchedSource: PixelSource {
  let image: Bitmap
  private(set) var next = 0
  private(set) var mostRows = 0
  private(set) var finishes = 0

  var size: PixelSize { image.size }
  var format: PixelFormat { image.format }

  init(_ image: Bitmap) { self.image = image }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) {
    expectEqual(row, next)
    expectEqual(finishes, 0)
    let rows = band.count / image.rowBytes
    expectEqual(rows * image.rowBytes, band.count)
    mostRows = max(mostRows, rows)
    next += rows
    image.read(from: row, into: &band)
  }

  func finish() { finishes += 1 }
}

private struct Stop: Error {}

@Suite struct StreamingTests {
  static let heights = [1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 16, 17, 23, 24, 25, 201]

  @Test("Comparing in bands gives the same result as comparing whole images", arguments: heights)
  func bands(_ height: Int) throws {
    let (l, r) = (DrawnImage.line.draw(3, 40, height), DrawnImage.line.draw(4, 40, height, changed: 9))
    var options = ComparisonOptions()
    options.threshold = 0.05
    options.ignoresAntialiasing = true
    options.metrics = Set(ComparisonMetric.allCases)
    let comparison = ImageComparison(options: options)
    let (expected, actual) = (WatchedSource(l), WatchedSource(r))
    var rows = 0
    var verdicts: [PixelVerdict] = []
    var shown: [UInt8] = []
    var shownActual: [UInt8] = []
    let found = try comparison.run(ComparedImages(expected, actual)) { y, row, samples, others in
      expectEqual(y, rows)
      rows += 1
      for x in row.indices { verdicts.append(row[x]) }
      for at in samples.indices { shown.append(samples[at]) }
      for at in others.indices { shownActual.append(others[at]) }
    }
    expectEqual(found, comparison.difference(l, r))
    expectEqual(shown, l.bytes)
    expectEqual(shownActual, r.bytes)
    expectEqual(verdicts.count { $0 == .differs }, found.differing)
    expectEqual(verdicts.count { $0 == .antialiased }, found.antialiased)
    for source in [expected, actual] {
      expectTrue((source.next, source.finishes) == (height, 1))
      expectTrue(source.mostRows <= 16)
    }
  }

  @Test("Only rows that both images have are read, and both sources are finished")
  func overlap() throws {
    let (expected, actual) = (WatchedSource(.white(5, 90)), WatchedSource(.white(8, 20)))
    _ = try ImageComparison(options: .init()).run(
      ComparedImages(expected, actual, mask: Bitmap.white(5, 20)))
    expectTrue((expected.next, expected.finishes) == (20, 1))
    expectTrue((actual.next, actual.finishes) == (20, 1))
  }

  @Test("Samples of 16 bits are passed to onRow as 8 bits, rounded to nearest")
  func shown() throws {
    let image = Bitmap(4, 1, .gray16, [0, 128, 129, 65535])
    _ = try ImageComparison(options: .init()).run(ComparedImages(image, image)) { _, _, samples, _ in
      expectEqual(stride(from: 0, to: 16, by: 4).map { samples[$0] }, [0, 0, 1, 255])
      expectEqual(samples[3], 255)
    }
  }

  @Test("An error from onRow ends the comparison")
  func stop() {
    let (l, r) = (WatchedSource(.white(9, 99)), WatchedSource(.white(9, 99)))
    #expect(throws: Stop.self) {
      try ImageComparison(options: .init()).run(ComparedImages(l, r)) { y, _, _, _ in
        if y == 3 { throw Stop() }
      }
    }
    expectEqual(l.finishes, 0)
  }
}
