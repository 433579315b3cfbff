import Foundation
import Testing

/// `frameit fmt`.
@Suite struct FmtTests {
  private let untidy = "repeat 2 {\nrotate   1deg # a\n}"
  private let tidy = "repeat 2 {\n  rotate 1deg # a\n}\n"

  private func folder(_ files: [String: String]) throws -> Folder {
    let folder = try Folder()
    for (name, text) in files { folder.write(text, to: name) }
    return folder
  }

  @Test("Scripts are rewritten if their format changes, and their names are printed") func rewrites() throws {
    let folder = try folder(["a.txt": untidy, "b.frameit": tidy, "s/c.frameit": untidy, "s/d.txt": untidy])
    try folder.frameit("fmt", "--check", "a.txt", "b.frameit", "s").exits(1, printing: "a.txt\ns/c.frameit\n")
    #expect(folder["a.txt"] == Array(untidy.utf8))
    try folder.frameit("fmt", "a.txt", "b.frameit", "s").exits(0, printing: "a.txt\ns/c.frameit\n")
    #expect(folder["a.txt"] == Array(tidy.utf8) && folder["s/c.frameit"] == Array(tidy.utf8))
    #expect(folder["s/d.txt"] == Array(untidy.utf8))
    try folder.frameit("fmt", "--check", ".").exits(0, printing: "")
  }

  @Test("A script with errors stays, and the others are formatted") func errors() throws {
    let folder = try folder(["bad.txt": "rotate 30 \n", "good.txt": untidy])
    try folder.frameit("fmt", "bad.txt", "good.txt", "none.txt")
      .exits(3, printing: "good.txt\n")
    #expect(folder["bad.txt"] == Array("rotate 30 \n".utf8) && folder["good.txt"] == Array(tidy.utf8))
    try folder.frameit("fmt", "--check", "bad.txt").fails(3, naming: "bad.txt:1")
  }

  @Test("A link stays, and the file keeps its permissions") func link() throws {
    let folder = try folder(["a.txt": untidy])
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("a.txt"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("l.txt"), withDestinationPath: "a.txt")
    try folder.frameit("fmt", "l.txt").exits(0, printing: "l.txt\n")
    let kind = try FileManager.default.attributesOfItem(atPath: folder.path("l.txt"))[.type]
    #expect(kind as? FileAttributeType == .typeSymbolicLink)
    let permissions = try FileManager.default.attributesOfItem(atPath: folder.path("a.txt"))[
      .posixPermissions]
    #expect(permissions as? Int == 0o640)
    #expect(folder["a.txt"] == Array(tidy.utf8))
  }

  @Test("The examples are formatted") func examples() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Examples").path)
    let scripts = names.filter { $0.hasSuffix(".txt") }.sorted().map {
      root.appending(path: "Examples/\($0)").path
    }
    #expect(scripts.count > 10)
    try folder([:]).frameit(words: ["fmt", "--check"] + scripts).exits(0, printing: "")
  }
}

extension Outcome {
  fileprivate func exits(
    _ code: Int32, printing text: String, _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(ending == .exit(code), "\(err)", sourceLocation: place)
    #expect(self.text == text, sourceLocation: place)
  }
}
