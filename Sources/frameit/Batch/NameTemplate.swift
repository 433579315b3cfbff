import FrameModel

/// How results are called: text, and words in braces for what is known of each.
struct NameTemplate: Equatable {
  enum Part: Equatable {
    case text(String)
    case field(Field)
    /// The index, with zeros in front.
    case number(digits: Int)
  }

  enum Field: String, CaseIterable {
    case stem, ext, index, width, height
  }

  private let parts: [Part]

  /// Beside the inputs, and below an output folder.
  static let framed = NameTemplate(parts: [.field(.stem), .text(".framed."), .field(.ext)])
  static let plain = NameTemplate(parts: [.field(.stem), .text("."), .field(.ext)])

  /// What a result is called by.
  struct Values {
    var stem: String
    var ext: String
    /// Of the edit, from 0.
    var index: Int
    var size: PixelSize
  }

  /// - Parameter text: `{{` and `}}` stand for braces.
  /// - Throws: `Problem`
  init(_ text: String) throws(Problem) {
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if (character == "{" || character == "}") && rest.first == character {
        rest.removeFirst()
        plain.append(character)
      } else if character == "{" {
        guard let end = rest.firstIndex(of: "}") else { throw .openBrace }
        if !plain.isEmpty { parts.append(.text(plain)) }
        plain = ""
        parts.append(try Self.part(String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      } else if character == "}" {
        throw .closingBrace
      } else if character == "/" {
        throw .folder
      } else {
        plain.append(character)
      }
    }
    if !plain.isEmpty { parts.append(.text(plain)) }
    guard !parts.isEmpty, parts != [.text(".")], parts != [.text("..")] else { throw .noName }
    self.parts = parts
  }

  /// What stands between braces: a word, and behind `index:` how many digits it has.
  private static func part(_ word: String) throws(Problem) -> Part {
    if let field = Field(rawValue: word) { return .field(field) }
    let front = "index:0"
    guard word.hasPrefix(front), let digits = NumberRange.digits.number(word.dropFirst(front.count)) else {
      throw .unknownWord(word)
    }
    return .number(digits: digits)
  }

  /// Fields for a frame's number, in what is no field of ours.
  var frameFields: Int {
    parts.reduce(0) { if case .text(let text) = $1 { $0 + FrameFileNames.fields(in: text) } else { $0 } }
  }

  func has(_ field: Field) -> Bool { parts.contains(.field(field)) }

  func name(_ values: Values) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(.stem): values.stem
      case .field(.ext): values.ext
      case .field(.index): "\(values.index)"
      case .number(let digits): Self.padded(values.index, digits)
      case .field(.width): "\(values.size.width)"
      case .field(.height): "\(values.size.height)"
      }
    }.joined()
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// What names have in common that could be the same: those whose keys differ are different.
  func key(stem: String, index: Int) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(.stem): stem
      case .field(.index): "\(index)"
      case .number(let digits): Self.padded(index, digits)
      case .field: "\0"
      }
    }.joined()
  }

  /// A name as far as it does not follow from the format; nil where its extension does.
  func nameWithoutFormat(stem: String, index: Int) -> String? {
    let size = PixelSize(width: 1, height: 1)!
    let name = name(Values(stem: stem, ext: "\0", index: index, size: size))
    return FilePath.fileExtension(name)?.utf8.contains(0) == true ? nil : name
  }

  /// The same with the width before the extension, where it has no width.
  var withWidth: NameTemplate {
    if has(.width) { return self }
    var before = parts
    var after: [Part] = []
    if before.last == .field(.ext) {
      after = [before.removeLast()]
      if case .text(let text) = before.last, text.hasSuffix(".") {
        before[before.count - 1] = .text(String(text.dropLast()))
        after.insert(.text("."), at: 0)
      }
    }
    return NameTemplate(parts: before + [.text("-"), .field(.width)] + after)
  }

  private init(parts: [Part]) { self.parts = parts }
}
