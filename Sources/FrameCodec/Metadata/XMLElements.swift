/// The upper elements of an XML document with their positions, parsed strictly in one pass: anything unexpected ends
/// parsing, and text that was not understood is not edited.
///
/// Namespaces are resolved; entities are not, because no name contains any. Document types are not supported, so
/// nothing can expand.
struct XMLElements {
  /// A name in its namespace.
  struct Name: Equatable {
    var namespace: String
    var local: String
  }

  struct Attribute {
    var name: Name
    /// Including the white space before it.
    var range: Range<Int>
    /// Between the quotes.
    var value: Range<Int>
  }

  struct Element {
    var name: Name
    /// The index of the parent element.
    var parent: Int?
    /// From `<` to `>`.
    var range: Range<Int>
    /// Between the tags; empty for a single tag.
    var content: Range<Int>
    var attributes: [Attribute]
    /// True if it contains other elements.
    var hasChildren = false
    /// The namespace prefixes that it declares.
    var prefixes: Set<String> = []
  }

  private(set) var elements: [Element] = []

  /// Structures in lists in structures of XMP's properties take three levels each.
  private static let recordedDepth = 32
  /// Deeper documents are rejected.
  private static let maximumDepth = 128
  /// The maximum number of elements and attributes, without the deeper ones.
  private static let maximum = 50_000

  private let bytes: [UInt8]
  private var at = 0
  private var parts = 0
  private var open: [Open] = []
  /// The namespaces of each prefix, the innermost last.
  private var namespaces: [[UInt8]: [String]] = [:]

  private struct Open {
    var tag: Range<Int>
    var element: Int?
    var prefixes: [[UInt8]] = []
  }

  /// - Returns: nil if the bytes are not understood.
  /// - Complexity: O(*n*)
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    while let start = find("<", from: at) {
      at = start
      guard readMarkup() else { return nil }
    }
    guard open.isEmpty else { return nil }
  }

  private mutating func readMarkup() -> Bool {
    if starts(with: "<?") { return skip(to: "?>") }
    if starts(with: "<!--") { return skip(to: "-->") }
    if starts(with: "<![CDATA[") { return !open.isEmpty && skip(to: "]]>") }
    if starts(with: "<!") { return false }
    return starts(with: "</") ? readEnd() : readStart()
  }

  // MARK: Tags

  private mutating func readStart() -> Bool {
    let start = at
    at += 1
    guard let tag = readName(), open.count < Self.maximumDepth else { return false }
    var opened = Open(tag: tag)
    var attributes: [(name: Range<Int>, range: Range<Int>, value: Range<Int>)] = []
    let isRecorded = open.count < Self.recordedDepth
    while true {
      let space = at
      skipSpace()
      guard at < bytes.count else { return false }
      if bytes[at] == UInt8(ascii: ">") || starts(with: "/>") { break }
      guard at > space, let name = readName(), let value = readValue() else { return false }
      if isRecorded {
        parts += 1
        guard parts <= Self.maximum else { return false }
        attributes.append((name, space..<at, value))
        guard declare(name, value, &opened) else { return false }
      }
    }
    let isAlone = bytes[at] == UInt8(ascii: "/")
    at += isAlone ? 2 : 1
    let parent = open.last?.element
    if let parent { elements[parent].hasChildren = true }
    if isRecorded {
      parts += 1
      guard parts <= Self.maximum, let name = resolved(tag, isAttribute: false) else { return false }
      var element = Element(name: name, parent: parent, range: start..<at, content: at..<at, attributes: [])
      for (name, range, value) in attributes where !isDeclaration(name) {
        guard let name = resolved(name, isAttribute: true) else { return false }
        element.attributes.append(Attribute(name: name, range: range, value: value))
      }
      element.prefixes = Set(opened.prefixes.map { String(decoding: $0, as: UTF8.self) })
      opened.element = elements.count
      elements.append(element)
    }
    open.append(opened)
    if isAlone { close(end: at) }
    return true
  }

  private mutating func readEnd() -> Bool {
    let start = at
    at += 2
    guard let tag = readName(), let last = open.last, bytes[tag] == bytes[last.tag] else { return false }
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: ">") else { return false }
    at += 1
    close(end: start)
    return true
  }

  /// - Parameter end: the end of the innermost element's content.
  private mutating func close(end: Int) {
    let last = open.removeLast()
    for prefix in last.prefixes { namespaces[prefix]?.removeLast() }
    guard let index = last.element else { return }
    let start = elements[index].content.lowerBound
    elements[index].content = start..<max(start, end)
    elements[index].range = elements[index].range.lowerBound..<at
  }

  // MARK: Namespaces

  private func isDeclaration(_ name: Range<Int>) -> Bool {
    bytes[name].elementsEqual("xmlns".utf8) || bytes[name].starts(with: "xmlns:".utf8)
  }

  private mutating func declare(_ name: Range<Int>, _ value: Range<Int>, _ opened: inout Open) -> Bool {
    guard isDeclaration(name) else { return true }
    guard !bytes[value].contains(UInt8(ascii: "&")), value.count < 1024 else { return false }
    let prefix = Array(bytes[name].dropFirst("xmlns:".utf8.count))
    namespaces[prefix, default: []].append(String(decoding: bytes[value], as: UTF8.self))
    opened.prefixes.append(prefix)
    return true
  }

  private func resolved(_ name: Range<Int>, isAttribute: Bool) -> Name? {
    let parts = bytes[name].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let local = String(decoding: parts[parts.count - 1], as: UTF8.self)
    switch parts.count {
    case 1: return Name(namespace: isAttribute ? "" : namespaces[[]]?.last ?? "", local: local)
    case 2 where parts[0].elementsEqual("xml".utf8): return Name(namespace: "xml", local: local)
    case 2: return namespaces[Array(parts[0])]?.last.map { Name(namespace: $0, local: local) }
    default: return nil
    }
  }

  // MARK: Bytes

  private func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard count <= bytes.count - at else { return false }
    return (0..<count).allSatisfy { bytes[at + $0] == text.utf8Start[$0] }
  }

  private func find(_ text: StaticString, from: Int) -> Int? {
    let count = text.utf8CodeUnitCount
    guard from <= bytes.count - count else { return nil }
    return (from...bytes.count - count).first { start in
      (0..<count).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
    }
  }

  private mutating func skip(to end: StaticString) -> Bool {
    guard let found = find(end, from: at) else { return false }
    at = found + end.utf8CodeUnitCount
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private mutating func skipSpace() {
    while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
  }

  private mutating func readName() -> Range<Int>? {
    let start = at
    while at < bytes.count, !Self.isSpace(bytes[at]), !Self.endsName.contains(bytes[at]) { at += 1 }
    return at > start && at - start < 1024 ? start..<at : nil
  }

  private static let endsName = Array("=/<>\"'&".utf8)

  private mutating func readValue() -> Range<Int>? {
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else { return nil }
    at += 1
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") else {
      return nil
    }
    let quote = bytes[at]
    let start = at + 1
    guard let end = bytes[start...].firstIndex(of: quote), !bytes[start..<end].contains(UInt8(ascii: "<"))
    else {
      return nil
    }
    at = end + 1
    return start..<end
  }
}
