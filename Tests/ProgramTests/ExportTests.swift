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

  /// The picture of a layer has the pixels that `apply` draws of this layer alone.
  @Test(
    "Pictures replace the layers that SVG cannot express",
    arguments: [
      ("layer a rect 20,20 80,60 fill red opacity 50%; tilt 0deg,30deg", "a"),
      ("layer a rect 20,20 80,60 fill red blend multiply pixelate 7", "a"),
      (
        "group a at 20,10 size 150,90 opacity 50% { layer b text \"Ab\" at 9,60 font-size 40; tilt 30deg,0deg }",
        "b"
      ),
      (
        "group a at 20,10 size 150,90 { layer b rect 9,60 40,40 fill red stroke blue 4 }; select a; tilt 30deg,20deg",
        "a"
      ),
    ])
  func pictures(layer: String, name: String) throws {
    let folder = try Folder()
    let below = "canvas 200,150; background teal; layer below rect 0,0 90,90 fill gold\n"
    let lost = try folder.frameit("export", "-e", below + layer, "--svg", "-o", "-")
    #expect(lost.err.contains("SVG"))
    let out = try folder.frameit("export", "-e", below + layer, "--svg", "--raster-layers", "-o", "-")
    #expect(out.err == "")
    let text = String(decoding: out.out, as: UTF8.self)
    let image = try #require(text.firstMatch(of: #/<image width="(\d+)" height="(\d+)"[^>]*base64,([^"]*)"/#))
    let place = try #require(
      text.firstMatch(
        of: Regex(
          "id=\"\(name)\"[^>]*matrix\\(1 0 0 1 ([0-9]+) ([0-9]+)\\)",
          as: (Substring, Substring, Substring).self)))
    folder["picture.png"] = try [UInt8](#require(Data(base64Encoded: String(image.3))))
    // In a group, the place is relative to the group's.
    let (x, y) = try (#require(Int(place.1)), #require(Int(place.2)))
    let origin = name == "b" ? (x: 20 + x, y: 10 + y) : (x: x, y: y)
    let alone =
      "canvas 200,150; "
      + layer.replacingOccurrences(of: "opacity 50% {", with: "{")
      .replacingOccurrences(of: "blend multiply", with: "")
    let crop = "; crop \(origin.x),\(origin.y) \(image.1),\(image.2)"
    try folder.frameit("apply", "-e", alone + crop, "-o", "alone.png").succeeds()
    try folder.frameit("compare", "picture.png", "alone.png").succeeds()
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
