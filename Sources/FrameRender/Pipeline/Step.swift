/// A piece of work that one thread does at a time, without asking anybody.
enum Step: Hashable, Sendable {
  /// Read these rows of a picture.
  case decode(picture: Int, rows: Range<Int>)
  /// Let a picture check what follows its last row.
  case finish(picture: Int)
  case draw(band: Int)
  /// Hand a band to the sink.
  case write(band: Int)
  /// Say to the sink that all rows were written.
  case close
}
