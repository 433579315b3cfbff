/// An element of the document: a name, ordered attributes, and children.
struct SVGElement {
  var name: String
  var attributes: [(name: String, value: String)] = []
  var children: [SVGElement] = []

  init(_ name: String, _ attributes: [(String, String)] = [], _ children: [SVGElement] = []) {
    self.name = name
    self.attributes = attributes.map { (name: $0.0, value: $0.1) }
    self.children = children
  }

  subscript(attribute: String) -> String? {
    get { attributes.first { $0.name == attribute }?.value }
    set {
      attributes.removeAll { $0.name == attribute }
      if let newValue { attributes.append((attribute, newValue)) }
    }
  }

  /// Returns the element with another value of an attribute.
  func setting(_ attribute: String, _ value: String?) -> SVGElement {
    var element = self
    element[attribute] = value
    return element
  }

  /// Writes the element, one element per line; children are indented.
  func write(to text: inout String, indent: Int = 0) {
    text += String(repeating: "  ", count: indent) + "<" + name
    for attribute in attributes { text += " \(attribute.name)=\"\(attribute.value.xmlEscaped)\"" }
    guard !children.isEmpty else {
      text += "/>\n"
      return
    }
    text += ">\n"
    for child in children { child.write(to: &text, indent: indent + 1) }
    text += String(repeating: "  ", count: indent) + "</\(name)>\n"
  }
}

extension String {
  /// The text escaped as an attribute value in double quotes (XML 1.0, parts 2.2 and 2.4).
  ///
  /// Tabs and line breaks become character references, because a parser would turn them into spaces.
  /// Characters that XML does not allow in any form become U+FFFD.
  package var xmlEscaped: String {
    guard unicodeScalars.contains(where: \.needsEscape) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      default: text.unicodeScalars.append(scalar.isXML ? scalar : "\u{FFFD}")
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var needsEscape: Bool { !isXML || value < 0x20 || ["&", "<", ">", "\""].contains(self) }

  /// True if a document may contain the character: the production Char without the discouraged controls from
  /// 0x7F to 0x9F.
  fileprivate var isXML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}

/// The ids of elements. Each is an XML name without a colon, and is unique.
struct Identifiers {
  private var used: Set<String> = []

  /// Returns a unique id based on a name. The name is unchanged if it is valid and unused.
  mutating func makeUnique(_ name: String) -> String {
    let preferred = name.asXMLName
    var candidate = preferred
    var number = 2
    while !used.insert(candidate).inserted {
      candidate = "\(preferred)-\(number)"
      number += 1
    }
    return candidate
  }
}

extension String {
  /// The text as an NCName (Namespaces in XML 1.0, part 3), with `_` in place of invalid characters.
  fileprivate var asXMLName: String {
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(scalar.continuesName ? scalar : "_") }
    if scalars.first?.startsName != true { scalars.insert("_", at: scalars.startIndex) }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// True for NameStartChar of XML 1.0, part 2.3, except the colon.
  fileprivate var startsName: Bool {
    switch value {
    case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
      0x37F...0x1FFF,
      0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
      0x10000...0xEFFFF:
      true
    default: false
    }
  }

  /// True for NameChar of XML 1.0, part 2.3, except the colon.
  fileprivate var continuesName: Bool {
    switch value {
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: startsName
    }
  }
}
