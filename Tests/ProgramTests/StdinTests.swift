import Foundation
import Testing

/// `-` means stdin only on the command line, and stdin can be used once.
@Suite struct StdinTests {
  /// A file named by a script, and its error if it does not exist.
  enum Named: String, CaseIterable, Sendable {
    case image, include, font

    func script(_ file: String) -> String {
      switch self {
      case .image: "canvas 9,9; layer x image \"\(file)\""
      case .include: "canvas 9,9; include \"\(file)\""
      case .font: "canvas 40,20; layer x text \"A\" at 0,0 font \"\(file)\""
      }
    }

    func bytes() throws -> [UInt8] {
      switch self {
      case .image: return try Images.png(5, 4, seed: 1)
      case .include: return Array("background red\n".utf8)
      case .font:
        let fonts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
          .appendingPathComponent("../FrameTextTests/Fonts/bars.ttf")
        return try [UInt8](Data(contentsOf: fonts))
      }
    }

    var status: Int32 { self == .include ? 3 : 4 }
  }

  @Test(
    "In a script, '-' is a file, in whatever folder the script is", arguments: Named.allCases, [".", "s"])
  func dashInAScript(_ named: Named, _ place: String) throws {
    let folder = try Folder(["\(place)/other": named.bytes()])
    folder.write(named.script("-"), to: "\(place)/dash.txt")
    folder.write(named.script("other"), to: "\(place)/other.txt")
    let script = place == "." ? "dash.txt" : "s/dash.txt"
    try folder.frameit("apply", script, "-o", "none.png", stdin: named.bytes())
      .fails(named.status, saying: "-", named == .font ? "no font file" : "no such file")
    folder["\(place)/-"] = try named.bytes()
    let nonsense = Array("nonsense".utf8)
    try folder.frameit("apply", script, "-o", "dash.png", stdin: nonsense).succeeds()
    try folder.frameit("apply", "\(place)/other.txt", "-o", "other.png").succeeds()
    #expect(folder["dash.png"] == folder["other.png"])
  }

  @Test(
    "A job's script reads neither the jobs nor the image in its job from stdin", arguments: Named.allCases)
  func dashInAJob(_ named: Named) throws {
    let folder = try Folder()
    let image = try Data(Images.png()).base64EncodedString()
    let script = named.script("-").replacing("\"", with: "\\\"")
    let jobs = [
      #"{"script": "\#(script)", "output": "1.png"}"#,
      #"{"script": "\#(script)", "inputBase64": "\#(image)", "output": "2.png"}"#,
      #"{"script": "", "inputBase64": "\#(image)", "output": "3.png"}"#,
    ]
    let answers = try folder.frameit(
      "serve", "--stdin", "--jobs", "1", stdin: Array(jobs.joined(separator: "\n").utf8)
    ).records()
    #expect(answers.map { $0["code"] as? Int32 } == [named.status, named.status, 0])
    #expect(
      answers.prefix(2).allSatisfy {
        "\($0["errors"] ?? "")".contains(named == .font ? "no font file" : "no such file")
      })
    #expect(answers.map { $0["inputs"] as? [String] } == [[], ["-"], ["-"]])
  }

  @Test("Paths that do not come from the command line must be regular files, even if a pipe is open")
  func openPipesElsewhere() throws {
    let folder = try Folder()
    folder.write("/dev/stdin\n", to: "list")
    folder.write("canvas 9,9; include \"/dev/stdin\"", to: "include.txt")
    folder.write("canvas 9,9; layer x image \"/dev/stdin\"", to: "image.txt")
    let image = try Images.png()
    for (words, status, bytes) in [
      (["include.txt"], 3 as Int32, Array("background red".utf8)), (["image.txt"], 4, image),
      (["-e", "", "--files-from", "list"], 4, image),
    ] {
      var spawn = try folder.spawn(["apply", "--allow-read", "/dev", "-o", "b.png"] + words)
      spawn.stdin = .bytes(bytes)
      try spawn.run().fails(status, naming: "stdin")
    }
  }

  @Test("stdin and a file named '-' are two images")
  func aFileBesideStdin() throws {
    let folder = try Folder(["-": Images.png(5, 4, seed: 1)])
    let png = try Images.png(7, 6, seed: 2)
    folder.write("-\n", to: "list")
    let both = try folder.frameit(
      "apply", "-e", "", "--json", "-", "--files-from", "list", "--out-dir", "out", stdin: png
    ).succeeds().records()
    #expect(both.map { $0["inputs"] as? [String] } == [["-"], ["./-"]])
    #expect(both.map { $0["width"] as? Int } == [7, 5])
    #expect(both.map { $0["output"] as? String } == ["out/stdin.png", "out/-.png"])
    try folder.frameit("apply", "-e", "", "-", "./-", "--out-dir", "o", "--name", "x.{ext}", stdin: png)
      .fails(2)
  }
}
