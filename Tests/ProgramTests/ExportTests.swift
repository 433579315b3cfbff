import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `export`: the scene as SVG.
@Suite struct ExportTests {
  /// Parses the output with an independent XML reader.
  @Test("The output is well-formed XML for any text") func wellFormed() throws {
    let folder = try Folder()
    let script = """
      canvas 400,300
      layer a text "\\"]]> <&' \u{1}\u{7F} \\n é" at 9,9
      group g clip { layer b rect 0,0 8,8 fill radial 3,3 4 red blue stroke linear 0,0 to 9,9 gold@20% teal 2 }
      """
    let out = try folder.frameit("export", "-e", script, "--svg", "-o", "-")
    let reader = Reader()
    let parser = XMLParser(data: Data(out.out))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(Set(reader.ids).count == reader.ids.count && reader.ids.count == 6)
    #expect(reader.references.isSubset(of: reader.ids) && reader.references.count == 3)
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var ids: [String] = []
    var references: Set<String> = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      if let id = attributes["id"] { ids.append(id) }
      for value in attributes.values {
        if let match = value.wholeMatch(of: #/url\(#(.*)\)/#) { references.insert(String(match.1)) }
      }
    }
  }
}
