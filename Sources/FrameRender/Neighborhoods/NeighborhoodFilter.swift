import FrameImage
/// Computes pixels from those around them.
protocol NeighborhoodFilter: Sendable {
  /// Returns the rows of the content that rows of the result depend on.
  func contentRows(for rows: Range<Int>) -> Range<Int>

  /// The number of rows that a band should have for each row that is drawn beside it.
  var rowsPerRowBeside: Int { get }

  /// Returns the cost of a result of this size.
  func cost(columns: Int, rows: Int) -> Cost

  /// Computes the pixels of a place.
  ///
  /// - Parameter workspace: not in use at the time.
  /// - Throws: `LimitExceeded.outOfMemory`, and the errors of effects.
  func pixels(
    of place: PixelArea, from content: NeighborhoodContent, in workspace: Workspace
  ) throws -> any FilteredPixels
}

extension NeighborhoodFilter {
  /// Bands of twice as many rows as are drawn beside them waste little.
  var rowsPerRowBeside: Int { 2 }
}

/// What is drawn before pixels become functions of their neighborhoods.
struct NeighborhoodContent {
  /// The pixels outside of which nothing is drawn.
  let place: PixelArea
  /// Draws the content on an empty tile. Tiles may overlap.
  let draw: (Tile) -> Void
}

/// The pixels that a filter computed for a place.
protocol FilteredPixels: Sendable {
  /// Writes pixels of the place to a tile.
  func write(to tile: Tile, _ columns: Range<Int>, _ rows: Range<Int>)
}

extension Double {
  /// A position in parts of a pixel that have exact sums: what moves by whole pixels is computed from the same fractions.
  var inExactParts: Double { (self * 256 + 0.5).rounded(.down) / 256 }
}
