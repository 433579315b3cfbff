import FrameImage

/// An image that fails at a given row, or after its last row. As with a damaged file, everything that reads past that
/// row fails, including `finish`.
struct FailingSource: PixelSource {
  struct Damage: Error, Equatable {
    var name: String
  }

  let image: Bitmap
  let name: String
  /// The first row that cannot be read; the image's height to fail only after the last row.
  let badRow: Int

  var size: PixelSize { image.size }
  var format: PixelFormat { image.format }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    guard row + band.count / image.rowBytes <= badRow else { throw Damage(name: name) }
    image.read(from: row, into: &band)
  }

  func finish() throws {
    throw Damage(name: name)
  }
}

/// An image that checks whether its rows are requested as the protocol promises.
final class CheckedSource: PixelSource {
  private let image: Bitmap
  private var nextRow = 0
  private(set) var rowsRead = 0
  private(set) var isFinished = false
  private(set) var complaints: [String] = []

  init(_ image: Bitmap) {
    self.image = image
  }

  var size: PixelSize { image.size }
  var format: PixelFormat { image.format }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) {
    let (rows, rest) = band.count.quotientAndRemainder(dividingBy: image.rowBytes)
    if isFinished || rest != 0 || rows < 1 || row < nextRow || row + rows > size.height {
      complaints.append("\(rows) rows from \(row) on, after \(nextRow) of \(size.height)")
      return
    }
    nextRow = row + rows
    rowsRead += rows
    image.read(from: row, into: &band)
  }

  func finish() {
    if isFinished { complaints.append("finished twice") }
    isFinished = true
  }
}

/// A sink that accepts a limited number of bands.
struct FailingSink: PixelSink {
  struct Full: Error, Equatable {}

  /// The number of bands; -1 to fail only at the end.
  let room: Int
  private(set) var bands = 0

  init(room: Int) {
    self.room = room
  }

  mutating func write(_ band: Span<UInt8>) throws {
    bands += 1
    if room >= 0, bands > room { throw Full() }
  }

  mutating func finish() throws { throw Full() }
}

/// A sink that records the writes.
struct RecordingSink: PixelSink {
  private(set) var bands: [Int] = []
  private(set) var isFinished = false

  mutating func write(_ band: Span<UInt8>) { bands.append(band.count) }
  mutating func finish() { isFinished = true }
}
