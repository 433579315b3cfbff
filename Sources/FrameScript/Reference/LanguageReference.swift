/// The reference of the script language as text for a terminal.
package struct LanguageReference {
  private struct Section {
    var title: String
    var blocks: [Markdown.Block] = []

    /// Returns the first table whose first column has this title.
    func table(titled title: String) -> Markdown.Block? {
      blocks.first { if case .table(let header, _) = $0 { header.first == title } else { false } }
    }

    /// The table of options, after the paragraph that announces it.
    var options: [Markdown.Block] {
      guard let table = table(titled: "option"), let index = blocks.firstIndex(of: table) else { return [] }
      return Array(blocks[max(0, index - 1)...index])
    }
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

  /// The titles of all sections.
  package var titles: [String] { sections.map(\.title) }

  /// The kinds of layers.
  package static var layerKinds: [String] { (Parser.contents.keys + ["group"]).sorted() }

  /// Returns the help for a topic, in any case.
  ///
  /// - Parameter topic: A kind of layer, the title of a section with blanks or hyphens between its words, a word of the
  ///   language, or an entry such as "canvas inside". Last words that no entry has are ignored.
  /// - Returns: nil if the first word does not occur as code.
  package func text(of topic: String) -> String? {
    var words = topic.lowercased().split(separator: " ")
    if words.count == 2, words[0] == "layer", Self.layerKinds.contains(String(words[1])) {
      words.removeFirst()
    }
    while !words.isEmpty {
      let topic = words.joined(separator: " ")
      let found = Self.layerKinds.contains(topic) ? sections(ofLayer: topic) : sections(about: topic)
      if !found.isEmpty { return Self.text(of: found) }
      words.removeLast()
    }
    return nil
  }

  /// Returns the section with this title, and the entries for the word in other sections, with the paragraphs and
  /// examples there that use the word.
  private func sections(about word: String) -> [Section] {
    let titled = sections.filter { Self.key($0.title) == Self.key(word) }
    let others = sections.filter { Self.key($0.title) != Self.key(word) }
    var found = others.filter {
      $0.blocks.contains { Self.subjects($0).contains { Self.isUse($0, of: word) } }
    }
    if found.isEmpty, titled.isEmpty {
      found = others.filter { $0.blocks.contains { Self.mentions($0, word) } }
    }
    return titled
      + found.map { Section(title: $0.title, blocks: Self.parts(of: $0.blocks, about: word)) }
  }

  /// Returns the entries for a kind of layer, the section with its name first, and the options that it takes.
  private func sections(ofLayer kind: String) -> [Section] {
    let declaration = kind == "group" ? "group name" : "layer name " + kind
    let titled = sections.filter { Self.key($0.title) == kind }
    let others = sections.filter { Self.key($0.title) != kind }.compactMap { section -> Section? in
      let uses = section.blocks.flatMap(Self.subjects)
      var blocks: [Markdown.Block]
      if uses.contains(where: { Self.isUse($0, of: declaration) }) {
        blocks = section.blocks.compactMap { Self.part(of: $0, about: declaration) } + section.options
        let shown = blocks.flatMap(Self.subjects)
        let edits = Parser.options.keys.filter { word in
          StatementTable.byWord[word] != nil && !StatementTable.styles.contains { $0.word == word }
            && !shown.contains { Self.isUse($0, of: word) }
        }
        blocks.append(.paragraph("These edits are options, too: \(edits.sorted().joined(separator: ", "))."))
      } else if let table = section.table(titled: "layer"), Self.part(of: table, about: kind) != nil {
        blocks = section.blocks.compactMap { block in
          if case .code = block { return nil }
          return block == table ? Self.part(of: block, about: kind) : block
        }
      } else if uses.contains(where: { Self.isUse($0, of: kind) }) {
        blocks = Self.parts(of: section.blocks, about: kind)
      } else {
        return nil
      }
      return Section(title: section.title, blocks: blocks)
    }
    return titled + others
  }

  /// Returns a title as it is compared.
  private static func key(_ title: String) -> String { title.lowercased().replacing(" ", with: "-") }

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
  ///
  /// - Parameter word: In lowercase.
  private static func isUse(_ code: Substring, of word: String) -> Bool {
    guard code.lowercased().hasPrefix(word) else { return false }
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
    Markdown.codeSpans(text).contains {
      $0.split { " ,()=|[]".contains($0) }.contains { $0.lowercased() == word }
    }
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

  /// Returns a text as indented lines of up to 80 columns.
  package static func wrapped(_ text: String) -> String { wrap(text, indentation: "  ") }

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
