/// A page of the documentation, as blocks: the part of Markdown that `docs/script.md` uses. Comments and images on lines of
/// their own are left out.
struct Markdown {
  enum Block: Equatable {
    /// A heading with its level, from 1.
    case heading(Int, String)
    case paragraph(String)
    /// An item of a list.
    case item(String)
    /// Lines of code, without their indentation.
    case code([String])
    /// A table with its header, in which cells may be empty.
    case table([String], rows: [[String]])
  }

  private(set) var blocks: [Block] = []

  /// Parses a page. Every text is valid: what is not recognized is a paragraph.
  init(_ text: String) {
    // Lines are those of the file, even where a table row is longer than any terminal.
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { add(line) }
    close()
  }

  // MARK: Parsing

  /// The block that the next line may continue.
  private var open: Block?

  private mutating func add(_ line: Substring) {
    if line.allSatisfy(\.isWhitespace) {
      // An empty line within code belongs to it, if more code follows.
      if case .code(let lines) = open { open = .code(lines + [""]) } else { close() }
    } else if line.hasPrefix("<!--") && line.hasSuffix("-->") || line.hasPrefix("![") {
      close()
    } else if line.hasPrefix("#") {
      close()
      let level = line.prefix { $0 == "#" }.count
      blocks.append(.heading(level, line.dropFirst(level).trimmed))
    } else if line.hasPrefix("|") {
      addRow(Self.cells(line))
    } else if line.hasPrefix("- ") {
      close()
      open = .item(line.dropFirst(2).trimmed)
    } else if line.hasPrefix("    ") {
      addCode(String(line.dropFirst(4)))
    } else {
      addText(line.trimmed)
    }
  }

  private mutating func addRow(_ cells: [String]) {
    switch open {
    case .table(let header, let rows):
      // The second line of a table is only a rule.
      let isRule =
        cells.allSatisfy { $0.allSatisfy { $0 == "-" || $0 == ":" } } && cells.contains { !$0.isEmpty }
      open = .table(header, rows: isRule ? rows : rows + [cells])
    default:
      close()
      open = .table(cells, rows: [])
    }
  }

  private mutating func addCode(_ line: String) {
    if case .code(let lines) = open {
      open = .code(lines + [line])
    } else {
      close()
      open = .code([line])
    }
  }

  private mutating func addText(_ text: String) {
    switch open {
    case .paragraph(let start): open = .paragraph(start + " " + text)
    case .item(let start): open = .item(start + " " + text)
    default:
      close()
      open = .paragraph(text)
    }
  }

  private mutating func close() {
    if case .code(var lines) = open {
      while lines.last == "" { lines.removeLast() }
      open = .code(lines)
    }
    if let open { blocks.append(open) }
    open = nil
  }

  /// Splits a table row at its bars, except escaped ones.
  private static func cells(_ line: Substring) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isEscaped = false
    for character in line.dropFirst() {
      switch character {
      case "\\" where !isEscaped: isEscaped = true
      case "|" where !isEscaped:
        cells.append(cell[...].trimmed)
        cell = ""
      default:
        if isEscaped, character != "|" { cell.append("\\") }
        cell.append(character)
        isEscaped = false
      }
    }
    return cells
  }

  // MARK: Inline text

  /// Returns the code spans of a text.
  static func codeSpans(_ text: String) -> [Substring] {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { !$0.isMultiple(of: 2) }.map { parts[$0] }
  }

  /// Returns a text without markup: links as their words, and code in quotes or as it is.
  static func plain(_ text: String, quotesCode: Bool = true) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.map { index in
      if index.isMultiple(of: 2) { return withoutLinks(String(parts[index]).replacing("**", with: "")) }
      return quotesCode ? "'\(parts[index])'" : String(parts[index])
    }.joined()
  }

  private static func withoutLinks(_ text: String) -> String {
    var rest = text[...]
    var plain = ""
    while let start = rest.firstIndex(of: "["), let middle = rest[start...].firstRange(of: "]("),
      let end = rest[middle.upperBound...].firstIndex(of: ")")
    {
      plain += rest[..<start] + rest[rest.index(after: start)..<middle.lowerBound]
      rest = rest[rest.index(after: end)...]
    }
    return plain + rest
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
