import FrameCodec
import FrameImage
import FrameEngine
import FrameScene
import FrameScript
import PNGCodec

/// A harness that reads arbitrary text as a script or as a stream of touches. It runs, plans and renders valid scripts
/// with images of a few pixels.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      "frameit 1\ncanvas 20,30\nlayer a image $1 at 2,3 size 9,9 mode topLeft\nrotate 30deg about 3,4\nscale 2,0.5\n",
      "layer r rect 1,2 3,4 radius 1 fill #fa0 stroke red 2\ngroup g { layer e ellipse 0,0 9,9 opacity 0.5 }\n",
      "let n = 3\nlet l = [1, 2, \"x\"]\nrepeat $n as i { translate $i,(sin($i) * 2); if $i > 1 { undo } else { redo } }\n",
      "define turn a b { rotate (${a}/$b)deg }\nturn 90 (2+3)\nexpect transform 1 0 0 1 0 0 ~2\n",
      "preset pickview\npan 4,5 over 300ms steps 4\npinch 1.5\ntwist 20deg at 3,3\nswipe left from 9,9\n",
      "recognize tap as t\non t { fill red; let x = $x; say \"tapped ${x:.2}\" }\ntap 4,4\nexpect t recognized\n",
      "touch 1 down 3,3 @0ms\ntouch 1 move 9,9 +16ms\ntouch 1 up +16ms\nwait 1s\n",
      "layer p path \"M1 1 L9 9 C1,2 3,4 5,6 A3 3 0 0 1 8 8 Z\" stroke blue 1 { path \"M0 0 h3 v3 z\" }\ntrim 0.1..0.8\n",
      "menu m \"Title\" { item \"a\" { rotate 5deg } destructive \"b\" { hide } cancel \"c\" }\nopen m\nchoose \"a\"\n",
      "layer r rect 1,1 5,5\nanimate r trim from 0..0 to 0.2..1 over 300ms ease 0.1,2 0.3,-1\nanimate r stroke to red 2 after 50ms\nwait 99ms\n",
      "layer e ellipse 0,0 9,9\nanimate e scale from 0 to 2,1 about 3,3\nanimate e transform to 1 2 3 4 5 6 over 1s\npan 3,4\nmove 1,1\nanimate e fill to none\n",
      "param k = 2\ncanvas fit\nborder 1 black\ncorner-radius 2\nbackground radial 50%,50% 9 rgb(255 0 0 / 50%) #0000@70%\nfilter lanczos3\nlight srgb\n",
      "include \"part\"\nwide-open\n",
      "layer s rect 1,1 8,8 clip ellipse 2,2 5,5 shadow 1,1 3 #0008\nclip path \"M0 0h9v9z\" evenodd\nshadow none\nstroke none\n",
      "layer a rect 1,1 8,8\nanimate a trim from 0..0 to 0..1 over 100ms ease 0.3,0 0.7,1 after 20ms\nwait 50ms\n"
        + "animate a transform to 0 1 -1 0 3 3 over 1s ease out\nanimate a fill to red\nanimate a scale from 0 to 2 about 3,3\n",
      "canvas fit\nlayer t text \"some words that wrap\" at 1,1 width 20 lines 2 align center\nblend multiply\n",
      "layer t text \"ab\" at 3,3 font-size 8\nconcat 1 0 0 1 3 4\nsave; reset; restore\n",
      "{\"id\":1,\"phase\":\"down\",\"x\":3,\"y\":4,\"t\":0}\n{\"id\":1,\"phase\":\"up\",\"t\":20}\n",
      "[{\"type\":\"pointer\",\"id\":\"a\",\"parameters\":{\"pointerType\":\"touch\"},\"actions\":[{\"type\":\"pointerMove\",\"x\":3,"
        + "\"y\":4,\"duration\":10},{\"type\":\"pointerDown\",\"button\":0},{\"type\":\"pause\",\"duration\":5},{\"type\":\"pointerMove\","
        + "\"origin\":\"pointer\",\"x\":9,\"y\":1},{\"type\":\"pointerUp\",\"button\":0}]}]",
    ].map { Array($0.utf8) }
  }

  private static let limits: Limits = {
    var limits = fuzzLimits
    limits.pixels = 1 << 12
    limits.memory = 8 << 20
    limits.layers = 50
    limits.statements = 2000
    limits.touches = 5000
    limits.frames = 40
    return limits
  }()

  /// Holds if a formatted script has the same text but for blanks, and formatting it again changes nothing.
  private static func format(_ text: String) {
    guard let formatted = try? ScriptFormatter.format(text, name: "a", limits: limits) else { return }
    hold((try? ScriptFormatter.format(formatted, name: "a", limits: limits)) == formatted)
    if text.utf8.first == UInt8(ascii: "{") || text.utf8.first == UInt8(ascii: "[") { return }
    func ink(_ text: String) -> [UInt8] {
      let mark = text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      return text.utf8.dropFirst(mark).filter { !" \t\r\n".utf8.contains($0) }
    }
    hold(ink(formatted) == ink(text))
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    format(String(decoding: bytes, as: UTF8.self))
    let editor = Editor(codecs: CodecList([PNGCodec()]), limits: limits)
    let script: Script
    do throws(EditFailure) {
      script = try editor.parse(String(decoding: bytes, as: UTF8.self), name: "a") {
        path, _ throws(ScriptError) in
        guard path == "part" else { throw ScriptError(.includeFailed(path, reason: "none")) }
        return .text(ScriptFile(name: path, text: "define part x { translate $x,$x }\n"))
      }
    } catch {
      guard case .script(let errors, _) = error else { return hold(false, "\(error)") }
      hold(!errors.isEmpty)
      for single in errors { _ = "\(single)" }
      return
    }
    let context = RunContext(seed: UInt64(choice.byte), detail: [.trace, .touches])
    _ = editor.inputCount(of: script, given: 2, context: context)
    if let dryRun = try? editor.dryRun(script, imageSize: nil, context: context) {
      for name in dryRun.layerNames { _ = try? dryRun.mapping(of: name) }
    }
    guard choice.bit(0) else { return }
    let edit = try? editor.prepare(ScriptScene(script, context), images: Host())
    _ = try? edit?.render(into: ByteOutput())
    guard choice.bit(1) else { return }
    let rate = FrameRate(choice.bit(2) ? 5 : 25)!
    let sequence = try? editor.prepare(
      ScriptScene(script, context), images: Host(),
      output: OutputRequest(frames: FrameSequenceRequest(rate: rate)))
    _ = try? sequence?.render(into: ByteOutput())
  }

  private struct Host: ImageHost {
    static let image = encoded(drawn(9, 6, .rgba8), by: PNGCodec())

    var inputCount: Int { 2 }
    func input(_ number: Int) -> ImageInput? {
      number <= inputCount ? ImageInput(name: "in", bytes: ByteInput(bytes: Self.image)) : nil
    }
    func file(_ path: String) -> ImageInput { ImageInput(name: path, bytes: ByteInput(bytes: Self.image)) }
    func font(_ path: String, limit: Int) -> [UInt8] { [] }
    func boxes(_ path: String, limits: Limits) -> FocusBoxes {
      // No boxes.
      try! FocusBoxes("{}", nesting: 8)
    }
    func folder(_ path: String) -> [String] { ["a", "b"] }
  }
}
