/// An element of the document: a name, attributes in their order, and what lies in it.
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

  /// Writes it, an element a line, those within it further in.
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
