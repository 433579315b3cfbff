/// A piece of work that one thread does at a time, without asking anybody.
enum Step: Hashable, Sendable {
  /// Read these rows of an image.
  case decode(image: Int, rows: Range<Int>)
  /// Let an image check what follows its last row.
  case finish(image: Int)
  case draw(band: Int)
  /// Hand a band to the sink.
  case write(band: Int)
  /// Say to the sink that all rows were written.
  case close
}
