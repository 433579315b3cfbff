import FrameScene
import FrameScript

extension DataProblem {
  var message: Message {
    switch self {
    case .unknownFormat(let path, let kind):
      Message(
        "'\(path)' is not a \(kind == .values ? "data file" : "lookup table")",
        hint: kind.extensions.count == 1
          ? "the extension is \(kind.extensions[0])"
          : "the extensions are: \(kind.extensions.joined(separator: " "))")
    case .nameNotLiteral(let kind):
      Message(
        "the file name of '\(kind == .values ? "data" : "lut")' cannot contain variables",
        hint: "files are read before the script runs")
    case .unreadable(let path, let reason): Message("cannot read '\(path)': \(reason)")
    case .empty: Message("the file has no data")
    case .valueCount(let found, let wanted):
      Message(
        "the row has \(found) \(found == 1 ? "value" : "values"), but the header has \(wanted)",
        hint: "a value that contains a comma is in quotes")
    case .openQuote: Message("the quoted value has no closing quote")
    case .strayQuote:
      Message(
        "a quote inside a value", hint: "put the whole value in quotes, and write each quote in it twice")
    case .repeatedColumn(let name): Message("there are two columns '\(name)'")
    case .unnamedColumn(let column): Message("column \(column) has no name in the header")
    case .otherSeparator(let separator):
      Message(
        "the columns are separated by \(separator == ";" ? "semicolons" : "tabs")",
        hint: "save the file with commas")
    }
  }
}

extension CubeProblem {
  var message: Message {
    switch self {
    case .unknownKeyword(let keyword):
      Message("unknown keyword '\(keyword)' in a .cube file")
    case .noSize: Message("the file has neither LUT_3D_SIZE nor LUT_1D_SIZE")
    case .fewerRows(let found, let wanted):
      Message("the table has \(found) rows, but its size needs \(wanted)")
    case .moreRows(let wanted): Message("the table has more than the \(wanted) rows that its size needs")
    }
  }
}
