/// An error in a file of data, or of its name.
package enum DataProblem: Hashable, Sendable {
  /// Neither JSON nor CSV, by the file's extension.
  case unknownFormat(String)
  case nameNotLiteral
  case unreadable(String, reason: String)
  case empty
  /// A row of CSV with another number of values than the header.
  case valueCount(Int, wanted: Int)
  case openQuote
  /// A quote inside of a value that does not begin with one, or text after the closing quote.
  case strayQuote
  case repeatedColumn(String)
  /// A column without a name, from 1.
  case unnamedColumn(Int)
  /// A header of one column that contains this separator of other dialects.
  case otherSeparator(String)
}
