/// A unit of work that one thread executes without synchronization.
enum Step: Hashable, Sendable {
  /// Reads these rows of an image.
  case decode(image: Int, rows: Range<Int>)
  /// Lets an image check what follows its last row.
  case finish(image: Int)
  case draw(band: Int)
  /// Writes a band to the sink.
  case write(band: Int)
  /// Finishes the sink.
  case close
}
