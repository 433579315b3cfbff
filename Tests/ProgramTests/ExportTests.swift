import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `export`: the scene as SVG.
@Suite struct ExportTests {
  private static let shapes = "canvas 40,30; layer card rect 1,2 3,4 fill red"

  @Test("Glyph outlines have as many decimals as are visible") func decimals() throws {
    let script = "canvas 90,30; layer a text \"Fjord\" at 3.3,20 font-size 17"
    let text = try Folder().frameit("export", "-e", script, "--svg", "-o", "-").succeeds().text
    let line = try #require(text.split(separator: "\n").first { $0.contains("<path") })
    let data = try #require(line.split(separator: "\"").first { $0.hasPrefix("M") })
    let numbers = data.split { !$0.isNumber && $0 != "." && $0 != "-" }
    #expect(numbers.count > 50)
    #expect(numbers.allSatisfy { ($0.split(separator: ".").dropFirst().first?.count ?? 0) <= 5 }, "\(data)")
  }

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

  @Test("export does not overwrite files") func keepsFiles() throws {
    let folder = try Folder(["image": Images.png()])
    folder.write("mine", to: "a.svg")
    try folder.frameit("export", "-e", Self.shapes, "-o", "a.svg").fails(6, naming: "a.svg", "--force")
    #expect(folder["a.svg"] == Array("mine".utf8))
    try folder.frameit("export", "-e", Self.shapes, "-o", "a.svg", "--force").succeeds(printing: "a.svg\n")
    try folder.frameit("export", "-e", "", "image", "--svg", "-o", "image", "--force").fails(
      6)
    try folder.frameit("export", "-e", Self.shapes, "-o", "no/a.svg").fails(6)
  }

  // MARK: Images

  @Test("Images are embedded in the file") func embeddedImages() throws {
    let png = try Images.png(8, 6)
    let folder = try Folder(["a.png": png])
    let script =
      "light srgb; filter nearest; canvas 20,20; layer p image at 2,3 size 16,6 mode scaleToFill clip"
    try folder.frameit("export", "-e", script, "a.png", "--svg").succeeds(printing: "a.framed.svg\n")
    let text = String(decoding: try #require(folder["a.framed.svg"]), as: UTF8.self)
    #expect(text.contains(##"<g id="p" transform="matrix(1 0 0 1 2 3)" clip-path="url(#p-clip)">"##))
    #expect(text.contains(#"<image width="8" height="6" preserveAspectRatio="none""#))
    #expect(text.contains("image-orientation:none;image-rendering:pixelated"))
    #expect(text.contains(#"transform="matrix(2 0 0 1 0 0)""#))
    let data = try #require(text.firstMatch(of: #/href="data:image\/png;base64,([^"]*)"/#)).1
    #expect(Data(base64Encoded: String(data)) == Data(png))
    // From stdin to stdout, as in a pipeline.
    #expect(
      try folder.frameit("export", "-e", script, "-", "--svg", stdin: png).succeeds().text.contains("<image"))
  }

  /// The SVG would contain the image's bytes as often as the image is drawn.
  @Test("An image that is shown twice is embedded once") func sharedImages() throws {
    let folder = try Folder(["a.png": Images.png()])
    let script =
      "light srgb; filter nearest; canvas 20,20; layer a image $1; layer b image $1; layer c image $1 hidden"
    let text = try folder.frameit("export", "-e", script, "a.png", "--svg", "-o", "-").succeeds().text
    #expect(text.split(separator: "base64").count == 2)
    #expect(text.split(separator: ##"<use xlink:href="#image-1""##).count == 3)
  }

  @Test("A warning names what SVG cannot express") func notices() throws {
    let folder = try Folder(["a.png": Images.png()])
    func told(_ words: String...) throws -> String {
      try folder.frameit(words: ["export", "--svg", "-o", "-", "-e"] + words).err
    }
    #expect(
      try told("light linear; \(Self.shapes) opacity 0.5").contains(
        "note: SVG cannot express blending in linear light")
    )
    #expect(try told("\(Self.shapes) opacity 0.5") == "")
    #expect(try told("light srgb", "a.png").contains("the filter cubic"))
    #expect(try told("filter nearest", "a.png") == "")
    folder["gray.cube"] = Array("LUT_3D_SIZE 2\n".utf8) + (0..<8).flatMap { _ in Array("0.5 0.5 0.5\n".utf8) }
    // What is left out may have been there to hide something.
    let lost = [
      ("lut \"gray.cube\"", "'lut'"), ("blur 2 in rect 0,0 2,2", "'blur' in an area"),
      ("pixelate 2", "'pixelate'"),
      ("sharpen 1 1 0.1", "'sharpen' with a threshold"),
    ]
    for (edit, name) in lost {
      let warning = "warning: SVG cannot express \(name): 'photo' is drawn without it"
      #expect(try told("filter nearest; \(edit)", "a.png", "-q").contains(warning))
    }
    // Edits that change no pixel are not needed.
    #expect(try told("filter nearest; pixelate 1; blur 0 in rect 0,0 2,2; sharpen 0 1 0.1", "a.png") == "")
    // Soft edges of masks and blurs mix colors; a blurred image has none.
    let light = "SVG cannot express blending in linear light"
    #expect(try told("light linear; \(Self.shapes) mask linear 0,0 to 9,0 black none").contains(light))
    #expect(try told("light linear; \(Self.shapes) blur 3").contains(light))
    let blurred = try told("filter nearest; blur 3", "a.png")
    #expect(blurred.contains("blurs differ there") && !blurred.contains(light))
  }
}
