/// The reference of the script language as text for a terminal.
package struct LanguageReference {
  private struct Section {
    var title: String
    var blocks: [Markdown.Block] = []
  }

  private var sections: [Section] = []

  /// - Parameter reference: The text of the reference in Markdown, as in `docs/script.md`.
  package init(_ reference: String) {
    for block in Markdown(reference).blocks {
      if case .heading(_, let title) = block {
        sections.append(Section(title: title))
      } else if !sections.isEmpty {
        sections[sections.count - 1].blocks.append(block)
      }
    }
  }

  /// The whole reference as text with lines of up to 80 columns.
  package var text: String { Self.text(of: sections) }

  /// The words that have an entry of their own: statements, options, settings, values.
  package var words: [String] {
    let spans = sections.flatMap(\.blocks).flatMap(Self.subjects)
    return Set(spans.compactMap { $0.split(separator: " ").first.map(String.init) }).sorted()
  }

  /// The first words of all statements.
  package static var statements: [String] { StatementTable.all.map(\.word) }

  /// Returns what the reference says about a word: the entries for it, and the paragraphs and examples of their
  /// sections that use it.
  ///
  /// - Returns: nil if the word does not occur as code.
  package func text(of word: String) -> String? {
    var found = sections.filter {
      $0.blocks.contains { Self.subjects($0).contains { Self.isUse($0, of: word) } }
    }
    if found.isEmpty {
      found = sections.filter { $0.blocks.contains { Self.mentions($0, word) } }
    }
    found = found.map {
      Section(title: $0.title, blocks: Self.parts(of: $0.blocks, about: word))
    }
    return found.isEmpty ? nil : Self.text(of: found)
  }

  /// Returns the section with a title; nil if there is none.
  ///
  /// - Parameter title: In any case, with blanks or hyphens between its words: "blur-and-sharpness".
  package func section(titled title: String) -> String? {
    func key(_ title: String) -> String { title.lowercased().replacing(" ", with: "-") }
    let found = sections.filter { key($0.title) == key(title) }
    return found.isEmpty ? nil : Self.text(of: found)
  }

  /// The color edits, one per line, each with the values that change nothing.
  package static var colorEdits: String {
    let width = StatementTable.neutralForms.filter { $0.neutral != nil }.map(\.form.count).max() ?? 0
    let lines = StatementTable.neutralForms.map { form, neutral in
      let line = "  " + form.padding(to: width)
      return neutral.map { "\(line)  \($0) changes nothing" } ?? "  " + form
    }
    return "COLOR EDITS\n" + lines.map { $0 + "\n" }.joined()
  }

  // MARK: Selection

  /// Returns the code spans that a block describes: those in the first cells of a table, or at the start of a text.
  private static func subjects(_ block: Markdown.Block) -> [Substring] {
    switch block {
    case .table(_, let rows): rows.flatMap { Markdown.codeSpans($0.first ?? "") }
    case .paragraph(let text), .item(let text):
      text.hasPrefix("`") ? Array(Markdown.codeSpans(text).prefix(1)) : []
    case .heading, .code: []
    }
  }

  /// Returns true if code is a use of a word: `pan V` and `pan.slop` are uses of `pan`.
  private static func isUse(_ code: Substring, of word: String) -> Bool {
    guard code.hasPrefix(word) else { return false }
    return code.dropFirst(word.count).first.map { $0 == " " || $0 == "." } ?? true
  }

  private static func mentions(_ block: Markdown.Block, _ word: String) -> Bool {
    switch block {
    case .table(_, let rows): rows.contains { $0.contains { mentions($0, word) } }
    case .paragraph(let text), .item(let text): mentions(text, word)
    case .heading, .code: false
    }
  }

  private static func mentions(_ text: String, _ word: String) -> Bool {
    Markdown.codeSpans(text).contains { $0.split { " ,()=|[]".contains($0) }.contains { $0 == word } }
  }

  /// Returns the parts of a section's blocks that describe a word. A paragraph that ends with a colon announces the
  /// next block, which then follows it whole.
  private static func parts(of blocks: [Markdown.Block], about word: String) -> [Markdown.Block] {
    var parts: [Markdown.Block] = []
    var isAnnounced = false
    for block in blocks {
      let part = isAnnounced ? block : part(of: block, about: word)
      isAnnounced = if case .paragraph(let text)? = part { text.hasSuffix(":") } else { false }
      if let part { parts.append(part) }
    }
    return parts
  }

  private static func part(of block: Markdown.Block, about word: String) -> Markdown.Block? {
    switch block {
    case .table(let header, let rows):
      let own = rows.filter { Markdown.codeSpans($0.first ?? "").contains { isUse($0, of: word) } }
      let part = own.isEmpty ? rows.filter { $0.contains { mentions($0, word) } } : own
      return part.isEmpty ? nil : .table(header, rows: part)
    case .paragraph(let text), .item(let text): return mentions(text, word) ? block : nil
    case .code(let lines): return lines.contains { isUse($0.drop { $0 == " " }, of: word) } ? block : nil
    case .heading: return nil
    }
  }

  // MARK: Layout

  private static func text(of sections: [Section]) -> String {
    sections.map { section in
      section.title.uppercased() + "\n" + section.blocks.map(text).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func text(of block: Markdown.Block) -> String {
    switch block {
    case .heading(_, let title): return title + "\n"
    case .paragraph(let text): return wrap(Markdown.plain(text), indentation: "  ")
    case .item(let text): return wrap(Markdown.plain(text), first: "  - ", indentation: "    ")
    case .code(let lines): return lines.map { $0.isEmpty ? "\n" : "      \($0)\n" }.joined()
    case .table(let header, let rows): return rows.map { text(of: $0, header) }.joined()
    }
  }

  /// Lays out a table row as a term and its description. A cell other than the second is named by its header.
  private static func text(of row: [String], _ header: [String]) -> String {
    let term = (row.first ?? "").replacing("` `", with: "`, `")
    var text = wrap(Markdown.plain(term, quotesCode: false), indentation: "  ")
    for (index, cell) in row.enumerated().dropFirst() where !cell.isEmpty {
      let name = header.count > 2 && index < header.count ? header[index] + ": " : ""
      text += wrap(name + Markdown.plain(cell), indentation: "          ")
    }
    return text
  }

  /// Breaks a text at spaces, so that lines have at most 80 columns if words allow it.
  private static func wrap(_ text: String, first: String? = nil, indentation: String) -> String {
    var lines: [String] = []
    var line = first ?? indentation
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > 80 {
        lines.append(line)
        (line, isEmpty) = (indentation, true)
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return (lines + [line]).map { $0 + "\n" }.joined()
  }
}

extension String {
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
