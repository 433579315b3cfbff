import FrameImage
import FrameKit

/// A template for the names of outputs: text with fields in braces.
package struct NameTemplate: Equatable {
  package enum Part: Equatable {
    case text(String)
    case field(Field)
    /// The index with leading zeros.
    case number(digits: Int)
  }

  package enum Field: String, CaseIterable {
    case stem, ext, index, width, height
  }

  private let parts: [Part]

  /// The text that the template was parsed from; nil for a default template.
  package let text: String?

  /// The default template in the current folder: `{stem}.framed.{ext}`.
  package static let framed = NameTemplate(parts: [.field(.stem), .text(".framed."), .field(.ext)])
  /// The default template in an output folder: `{stem}.{ext}`.
  package static let plain = NameTemplate(parts: [.field(.stem), .text("."), .field(.ext)])

  /// The values of the fields for one output.
  package struct Values {
    package var stem: String
    package var ext: String
    /// The index of the job, from 0.
    package var index: Int
    package var size: PixelSize
  }

  /// Parses a template.
  ///
  /// - Parameter text: The template; `{{` and `}}` stand for braces.
  /// - Throws: `Problem`.
  package init(_ text: String) throws(Problem) {
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
    guard !parts.isEmpty, parts != [.text(".")], parts != [.text("..")] else { throw .invalidName }
    self.parts = parts
    self.text = text
  }

  /// Parses the text between braces: the name of a field, or `index:0` and a number of digits.
  private static func part(_ text: String) throws(Problem) -> Part {
    if let field = Field(rawValue: text) { return .field(field) }
    let prefix = "index:0"
    guard text.hasPrefix(prefix), let digits = NumberRange.digits.number(text.dropFirst(prefix.count)) else {
      throw .unknownField(text)
    }
    return .number(digits: digits)
  }

  /// The number of fields for frame numbers, such as `%d`, in the text of the template.
  var frameFields: Int {
    parts.reduce(0) { if case .text(let text) = $1 { $0 + FrameFileNames.fields(in: text) } else { $0 } }
  }

  package func has(_ field: Field) -> Bool { parts.contains(.field(field)) }

  /// Returns the name of an output.
  package func name(_ values: Values) -> String {
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

  /// Returns a key for names that could be equal: names with different keys are different.
  package func collisionKey(stem: String, index: Int) -> String {
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

  /// Returns the name if its extension does not depend on the format; else nil.
  func nameWithoutFormat(stem: String, index: Int) -> String? {
    let size = PixelSize(width: 1, height: 1)!
    let name = name(Values(stem: stem, ext: "\0", index: index, size: size))
    return FilePath.fileExtension(name)?.utf8.contains(0) == true ? nil : name
  }

  /// The template with the width before the extension, unless it already contains the width.
  var addingWidth: NameTemplate {
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

  private init(parts: [Part]) { (self.parts, text) = (parts, nil) }
}

extension NameTemplate {
  /// An error in a template.
  package enum Problem: Error {
    case unknownField(String)
    /// A brace without its counterpart.
    case openBrace, closingBrace
    /// A `/`: the folders of outputs are those of the inputs.
    case folder
    /// A text that cannot be a file name.
    case invalidName
  }
}
