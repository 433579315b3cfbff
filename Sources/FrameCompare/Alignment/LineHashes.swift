import FrameImage

/// The hashes of an image's lines, that is, of its rows or of its columns.
///
/// Each line has one hash for every 32 of its pixels, a tile. Lines with equal tiles are equal, and the number of equal
/// tiles says how similar two lines are. Samples of 16 bits are rounded to 8.
struct LineHashes {
  /// The number of lines.
  let count: Int
  /// The number of tiles of a line.
  let tileCount: Int
  /// The hashes of the tiles, line by line.
  private let tiles: [UInt64]
  /// The hash of each line.
  let lines: [UInt64]

  /// The number of pixels of a tile.
  static let tileSide = 32

  fileprivate init(count: Int, tileCount: Int, tiles: [UInt64]) {
    (self.count, self.tileCount, self.tiles) = (count, tileCount, tiles)
    lines = (0..<count).map { line in
      tiles[line * tileCount..<(line + 1) * tileCount].reduce(0, Self.combine)
    }
  }

  /// Returns the hashes of the first pixels of each line, so that images of different sizes can be compared.
  func prefix(tiles most: Int) -> LineHashes {
    guard most < tileCount else { return self }
    return LineHashes(
      count: count, tileCount: most,
      tiles: (0..<count).flatMap { tiles[$0 * tileCount..<$0 * tileCount + most] })
  }

  /// Returns the number of tiles of a line that another line of another image has, too.
  func equalTiles(of line: Int, and other: Int, in hashes: LineHashes) -> Int {
    tiles.withUnsafeBufferPointer { l in
      hashes.tiles.withUnsafeBufferPointer { r in
        var equal = 0
        for tile in 0..<tileCount where l[line * tileCount + tile] == r[other * tileCount + tile] {
          equal += 1
        }
        return equal
      }
    }
  }

  /// Adds a value to a hash: the steps of FNV-1a, with a larger multiplier (that of Fibonacci hashing, Knuth, TAOCP 3,
  /// 6.4) and a shift, so that high bits reach low ones.
  @inline(__always)
  fileprivate static func combine(_ hash: UInt64, _ value: UInt64) -> UInt64 {
    let product = (hash ^ value) &* 0x9E37_79B9_7F4A_7C15
    return product ^ (product &>> 32)
  }

  /// Reads an image, finishes it, and returns the hashes of its rows and of its columns. Memory is proportional to the
  /// number of tiles.
  ///
  /// - Throws: The errors of the source.
  static func of(_ source: any PixelSource) throws -> (rows: LineHashes, columns: LineHashes) {
    var source = source
    let size = source.size
    let (across, down) = (tiles(size.width), tiles(size.height))
    var rowTiles: [UInt64] = []
    rowTiles.reserveCapacity(size.height * across)
    // The tiles of columns are complete after every 32 rows, in the order of the columns.
    var columnTiles = [UInt64](repeating: 0, count: size.width * down)
    var open = [UInt64](repeating: 0, count: size.width)
    let window = RowWindow<UInt32>(PixelRect(x: 0, y: 0, size: size), radius: 0)
    for y in 0..<size.height {
      try window.load(around: y, from: &source)
      let row = window[y]
      for start in stride(from: 0, to: size.width, by: tileSide) {
        var hash: UInt64 = 0
        for x in start..<min(start + tileSide, size.width) { hash = combine(hash, UInt64(row[x])) }
        rowTiles.append(hash)
      }
      for x in 0..<size.width { open[x] = combine(open[x], UInt64(row[x])) }
      guard (y + 1) % tileSide == 0 || y + 1 == size.height else { continue }
      for x in 0..<size.width {
        columnTiles[x * down + y / tileSide] = open[x]
        open[x] = 0
      }
    }
    try source.finish()
    return (
      LineHashes(count: size.height, tileCount: across, tiles: rowTiles),
      LineHashes(count: size.width, tileCount: down, tiles: columnTiles)
    )
  }

  private static func tiles(_ pixels: Int) -> Int { (pixels + tileSide - 1) / tileSide }
}
