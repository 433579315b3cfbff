import FrameImage

/// The lines that are aligned before images are compared.
public enum AlignedLines: String, CaseIterable, Sendable {
  case rows, columns, both

  var rows: Bool { self != .columns }
  var columns: Bool { self != .rows }

  /// Returns whether images of two sizes differ at most in the number of these lines.
  package func canAlign(_ expected: PixelSize, _ actual: PixelSize) -> Bool {
    (rows || expected.height == actual.height) && (columns || expected.width == actual.width)
  }
}

/// Finds the alignments of two images that may explain their difference.
struct AlignmentSearch {
  let lines: AlignedLines
  let expectedSize: PixelSize
  let actualSize: PixelSize

  /// The alignment that pairs pixels at the same place. Along an axis that is not aligned, only the lines that both images
  /// have are compared.
  var inPlace: ImageAlignment {
    let (e, a) = (expectedSize, actualSize)
    return ImageAlignment(
      rows: lines.rows ? .inPlace(e.height, a.height) : .common(e.height, a.height),
      columns: lines.columns ? .inPlace(e.width, a.width) : .common(e.width, a.width))
  }

  /// Reads both images, finishes them, and returns the alignments to try, without the one in place: those of the rows, of
  /// the columns and of both.
  ///
  /// - Throws: The errors of the sources.
  func candidates(_ images: ComparedImages) throws -> [ImageAlignment] {
    let (l, r) = (try LineHashes.of(images.expected), try LineHashes.of(images.actual))
    let rows =
      lines.rows ? alignment(l.rows, r.rows, isSameLength: expectedSize.width == actualSize.width) : nil
    let columns =
      lines.columns
      ? alignment(l.columns, r.columns, isSameLength: expectedSize.height == actualSize.height) : nil
    return [(rows, nil), (nil, columns), (rows, columns)].map { rows, columns in
      ImageAlignment(rows: rows ?? inPlace.rows, columns: columns ?? inPlace.columns)
    }.reduce(into: []) { found, alignment in
      if alignment != inPlace, !found.contains(alignment) { found.append(alignment) }
    }
  }

  private func alignment(_ l: LineHashes, _ r: LineHashes, isSameLength: Bool) -> LineAlignment? {
    // Lines of different lengths are compared up to the last tile that is whole in both.
    let common = min(l.tileCount, r.tileCount) - (isSameLength ? 0 : 1)
    guard common > 0 else { return nil }
    return LineAlignment(
      segments: LineMatcher.segments(l.prefix(tiles: common), r.prefix(tiles: common)))
  }
}
