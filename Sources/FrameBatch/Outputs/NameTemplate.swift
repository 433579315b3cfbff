import FrameFiles
import FrameImage

/// A template for the names of outputs: text with fields in braces.
package struct NameTemplate: Equatable, Sendable {
  package enum Part: Equatable, Sendable {
    case text(String)
    case field(Field)
    /// The index with leading zeros.
    case number(digits: Int)
  }

  package enum Field: String, CaseIterable, Sendable {
    case stem, ext, index, width, height
  }

  /// An error in a template.
  package enum Problem: Equatable, Sendable {
    case unknownField(String)
    /// A brace without its counterpart.
    case openBrace, closingBrace
    /// A `/`: a template names files, and no folders.
    case folder
    /// A text that cannot be a file name.
    case invalidName
  }

  private let parts: [Part]

  /// The text that the template was parsed from; nil for a default template.
  package let text: String?

  /// The default template in the current folder: `{stem}.framed.{ext}`.
  package static let framed = NameTemplate(parts: [.field(.stem), .text(".framed."), .field(.ext)])
  /// The default template in an output folder: `{stem}.{ext}`.
  package static let plain = NameTemplate(parts: [.field(.stem), .text("."), .field(.ext)])

  /// Parses a template.
  ///
  /// - Parameter text: The template; `{{` and `}}` stand for braces.
  package init(_ text: String) throws(BatchError) {
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if (character == "{" || character == "}") && rest.first == character {
        rest.removeFirst()
        plain.append(character)
      } else if character == "{" {
        guard let end = rest.firstIndex(of: "}") else { throw Self.problem(.openBrace, in: text) }
        if !plain.isEmpty { parts.append(.text(plain)) }
        plain = ""
        parts.append(try Self.part(String(rest[..<end]), in: text))
        rest = rest[rest.index(after: end)...]
      } else if character == "}" {
        throw Self.problem(.closingBrace, in: text)
      } else if character == "/" {
        throw Self.problem(.folder, in: text)
      } else {
        plain.append(character)
      }
    }
    if !plain.isEmpty { parts.append(.text(plain)) }
    guard !parts.isEmpty, parts != [.text(".")], parts != [.text("..")] else {
      throw Self.problem(.invalidName, in: text)
    }
    self.parts = parts
    self.text = text
  }

  private static func problem(_ problem: Problem, in template: String) -> BatchError {
    BatchError(.naming(.template(template, problem)))
  }

  /// Parses the text between braces: the name of a field, or `index:0` and a number of digits.
  private static func part(_ field: String, in template: String) throws(BatchError) -> Part {
    if let field = Field(rawValue: field) { return .field(field) }
    let prefix = "index:0"
    guard field.hasPrefix(prefix), let digits = NumberRange.digits.number(field.dropFirst(prefix.count))
    else {
      throw problem(.unknownField(field), in: template)
    }
    return .number(digits: digits)
  }

  /// The number of fields for frame numbers, such as `%d`, in the text of the template.
  var frameFields: Int {
    parts.reduce(0) { if case .text(let text) = $1 { $0 + FrameFileNames.fields(in: text) } else { $0 } }
  }

  private func has(_ field: Field) -> Bool { parts.contains(.field(field)) }

  /// True if names depend on the size of the output.
  var needsSize: Bool { has(.width) || has(.height) }

  /// Returns the name of an output.
  ///
  /// - Parameters:
  ///   - index: The index of the job, from 0.
  ///   - size: The size in pixels; nil if it is unknown, which `needsSize` must allow.
  package func name(stem: String, ext: String, index: Int, size: PixelSize?) -> String {
    parts.map { text(of: $0, stem: stem, index: index, ext: ext, size: size) ?? "" }.joined()
  }

  /// Returns the name of an output whose format and size are unknown, with unknown fields as in the template, and its
  /// extension; nil if there is none, or if it depends on the plan.
  func preview(stem: String, index: Int) -> (name: String, fileExtension: String?) {
    let texts = parts.map { text(of: $0, stem: stem, index: index) }
    let name = zip(parts, texts).map { part, text in
      if let text { return text }
      if case .field(let field) = part { return "{\(field.rawValue)}" }
      return ""
    }.joined()
    let end = texts.lastIndex(of: nil).map { texts[($0 + 1)...] } ?? texts[...]
    let isKnown = end.contains { $0?.contains(".") == true }
    return (name, isKnown ? FilePath.fileExtension(name) : nil)
  }

  /// Returns a key for names that could be equal: names with different keys are different.
  package func collisionKey(stem: String, index: Int) -> String {
    parts.map { text(of: $0, stem: stem, index: index) ?? "\0" }.joined()
  }

  /// Returns the text of a part; nil for an extension or a size that is not given, because it depends on the plan.
  private func text(
    of part: Part, stem: String, index: Int, ext: String? = nil, size: PixelSize? = nil
  ) -> String? {
    switch part {
    case .text(let text): text
    case .field(.stem): stem
    case .field(.index): "\(index)"
    case .number(let digits): String(index, digits: digits)
    case .field(.ext): ext
    case .field(.width): size.map { "\($0.width)" }
    case .field(.height): size.map { "\($0.height)" }
    }
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
