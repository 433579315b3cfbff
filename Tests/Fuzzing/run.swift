import FrameCodec
import FrameGeometry
import FrameImage
import FrameEngine
import FrameScene
import FrameScript
import PNGCodec

/// A harness that runs scripts that are nearly always valid: the bytes choose the statements and their values. It uses
/// small limits. If planning succeeds, rendering must succeed, too. The harness `script` tests texts that are rarely
/// valid.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    var random = SplitMix64(seed: 1)
    return (0..<40).map { length in
      (0..<(8 + 8 * length)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
  }

  private static let limits: Limits = {
    var limits = Limits()
    limits.pixels = 1 << 14
    limits.memory = 16 << 20
    limits.statements = 10_000
    limits.touches = 10_000
    limits.layers = 500
    limits.frames = 20
    return limits
  }()

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    var writer = ScriptWriter(bytes)
    let text = writer.script()
    let editor = Editor(codecs: CodecList([PNGCodec()]), limits: limits)
    guard
      let script = try? editor.parse(
        text, name: "a",
        including: { path, _ throws(ScriptError) in
          throw ScriptError(.includeFailed(path, reason: "none"))
        })
    else { return }
    let context = RunContext(index: Int(choice.byte), seed: UInt64(choice.byte), detail: [.trace, .touches])
    draw(editor, script, context, sequence: nil, text)
    if choice.bit(0) {
      draw(editor, script, context, sequence: FrameSequenceRequest(rate: FrameRate(7)!), text)
    }
  }

  private static func draw(
    _ editor: Editor, _ script: Script, _ context: RunContext, sequence: FrameSequenceRequest?, _ text: String
  ) {
    guard
      let edit = try? editor.prepare(
        ScriptScene(script, context), images: Host(), output: OutputRequest(frames: sequence))
    else {
      return
    }
    hold(edit.plan.window.size.area <= limits.pixels, text)
    hold(edit.failedExpectations.isEmpty || !text.isEmpty)
    do throws(EditFailure) {
      _ = try edit.render(into: ByteOutput())
    } catch {
      // The bands of all threads together may exceed the limit. Planning should have found any other error.
      guard case .limit = error else { fatalError("a plan that cannot be rendered: \(error)\n\(text)") }
    }
  }

  private struct Host: ImageHost {
    static let image = encoded(drawn(9, 6, .rgba8), by: PNGCodec())

    var inputCount: Int { 1 }
    func input(_ number: Int) -> ImageInput? {
      number == 1 ? ImageInput(name: "in", bytes: ByteInput(bytes: Self.image)) : nil
    }
    func file(_ path: String) -> ImageInput { ImageInput(name: path, bytes: ByteInput(bytes: Self.image)) }
    func font(_ path: String, limit: Int) -> [UInt8] { [] }
    func boxes(_ path: String, limits: Limits) -> FocusBoxes { try! FocusBoxes("[]", nesting: 1) }
    func folder(_ path: String) -> [String] { [] }
  }
}

/// A generator of scripts: the bytes choose each statement, and then a value for each of its arguments.
private struct ScriptWriter {
  private var bytes: ArraySlice<UInt8>
  private var layers = ["p"]

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func script() -> String {
    var text = "canvas \(side()),\(side())\nlayer p image $1 at 1,1\nlet v = 1\n"
    text += "define twice n { if $n > 9 { return $n }; let m = (2*$n); return $m }\n"
    text += "define box x=1 w=(50%-$x) { move $x,$w }\n"
    while !bytes.isEmpty, text.utf8.count < 1 << 14 { text += statement(depth: 0) + "\n" }
    return text
  }

  private mutating func next() -> Int { Int(bytes.popFirst() ?? 0) }

  private mutating func pick(_ values: [String]) -> String { values[next() % values.count] }

  private mutating func side() -> Int { 1 + next() % 120 }

  /// Returns a number that is mostly small and sometimes extreme.
  private mutating func number() -> String {
    let byte = next()
    if byte < 200 { return "\(byte - 60)" }
    return pick([
      "0", "0.5", "-0.25", "1e3", "1e6", "-1e9", "1e15", "1e100", "-1e308", "1e-9", "1e-300", "65535",
      "65536", "$v",
      "($v * 3)", "(twice($v))", "mod($v, 7)", "$canvas_width", "$count", "$width[0]", "(naturalSize(p)[1])",
      "(random(0,9))", "($width / 7)", "(1 / ($v + 1))", "(sqrt(2))", "0.333333", "2147483648",
      "9e18",
    ])
  }

  private mutating func positive() -> String {
    pick(["0", "0.1", "1", "2", "3.5", "9", "40", "1000", "1e5", "1e9", "1e30"])
  }
  private mutating func point() -> String { number() + "," + number() }
  /// Returns a point or size of lengths.
  private mutating func place() -> String { length() + "," + length() }

  /// Returns a number, or a percentage plus pixels.
  private mutating func length() -> String {
    let number = number()
    return pick([number, number, number, "(50% - 3)", "(10%*2)", "max(5%, 7%)", "(100%/$v)"])
  }

  private mutating func angle() -> String { number() + pick(["deg", "rad", "turn"]) }
  private mutating func time() -> String { pick(["0ms", "16ms", "40ms", "300ms", "1s", "3s", "90s"]) }
  private mutating func color() -> String { pick(["red", "#0648", "white", "none", "#fff", "black"]) }
  private mutating func share() -> String { pick(["0", "0.25", "0.5", "1", "50%"]) }

  private mutating func hardness() -> String { pick(["", "hard", "elastic"]) }
  private mutating func kind() -> String { pick(["pan", "pinch", "rotation", "tap", "long-press", "p1"]) }

  private mutating func formula() -> String {
    let name = layer()
    return pick([
      "scaleOf(\(name))", "angleOf(\(name))", "frame(\(name))[2]", "toCanvas(\(name), 1, 2)[0]",
      "fromCanvas(\(name), \(number()), 2)[1]", "isMarked(\(name))",
    ])
  }

  /// Returns a block without gestures.
  private mutating func reaction() -> String {
    pick([
      "{ translate 1,1 }", "{ let v = ($v + 1) }", "{ disable pan }", "{ set pan.slop 3 }", "{ rotate 3deg }",
      "{ recognize tap }", "{ limit scale 0.5..2 }", "{ if $v > 2 { scale 1.1 } }",
    ])
  }

  private mutating func layer() -> String { layers[next() % layers.count] }

  private mutating func newLayer() -> String {
    let name = "n\(layers.count)"
    layers.append(name)
    return name
  }

  private mutating func path() -> String {
    var data = "M\(point())"
    for _ in 0..<(1 + next() % 5) {
      data += pick(["L", "Q1,2 ", "C3,4 5,6 ", "T", "S7,8 ", "A3 4 30 0 1 ", "A9 9 0 1 0 "]) + plainPoint()
    }
    return data + pick(["", "Z"])
  }

  /// Returns a point without variables, because path data cannot contain variables.
  private mutating func plainPoint() -> String { "\(next() - 90),\(next() - 90)" }

  private mutating func block(_ depth: Int) -> String {
    let lines = (0..<(1 + next() % 3)).map { _ in depth > 3 ? "translate 1,1" : statement(depth: depth + 1) }
    return "{\n" + lines.joined(separator: "\n") + "\n}"
  }

  private mutating func statement(depth: Int) -> String {
    switch next() % 56 {
    case 0: return "layer \(newLayer()) rect \(place()) \(place()) fill \(color()) \(pick(["", "below p"]))"
    case 1: return "layer \(newLayer()) ellipse \(place()) \(place()) stroke \(color()) \(positive())"
    case 2: return "layer \(newLayer()) path \"\(path())\" fill red stroke blue \(positive())"
    case 3: return "layer \(newLayer()) text \"ab c\" at \(point()) font-size \(positive())"
    case 4: return "layer \(newLayer()) image $1 at \(point()) size \(point())"
    case 5:
      return "layer \(newLayer()) arc \(point()) \(positive()) from \(angle()) to \(angle()) stroke red 2"
    case 6:
      return
        "layer \(newLayer()) line \(point()) \(point()) stroke red \(positive()) dash \(positive()),\(positive())"
    case 7: return "group \(newLayer()) \(block(depth))"
    case 8: return "select \(layer())"
    case 9: return "rotate \(angle())"
    case 10: return "rotate \(angle()) about \(point())"
    case 11: return "scale \(number())"
    case 12: return "scale \(point()) about \(point())"
    case 13: return "translate \(place())"
    case 14: return "skew \(angle())"
    case 15: return "opacity \(share())"
    case 16: return "clip ellipse \(point()) \(point())"
    case 17: return "clip path \"\(path())\" evenodd"
    case 18: return "shadow \(point()) \(positive()) \(color())"
    case 19:
      return "blend \(pick(["multiply", "screen", "overlay", "darken", "difference", "color", "luminosity"]))"
    case 20: return "stroke \(color()) \(positive())"
    case 21: return "trim \(share())..\(share())"
    case 22: return "repeat \(pick(["0", "1", "3", "20", "300"])) as i \(block(depth))"
    case 23: return "if $v > \(number()) \(block(depth)) else \(block(depth))"
    case 24: return "let v = \(number())"
    case 25: return "pan \(point()) over \(time())"
    case 26: return "pinch \(number())"
    case 27: return "twist \(angle()) at \(point())"
    case 28: return "tap \(point())"
    case 29: return "swipe \(pick(["left", "right", "up", "down"])) from \(point())"
    case 30: return "touch 1 down \(point()) @0ms\ntouch 1 move \(point()) +16ms\ntouch 1 up +16ms"
    case 31: return "animate \(layer()) scale from \(number()) to \(number()) over \(time())"
    case 32:
      return
        "animate \(layer()) transform to \(point().replacing(",", with: " ")) 0 1 \(number()) \(number())"
    case 33: return "wait \(time())"
    case 34: return pick(["undo", "redo", "reset", "save", "restore", "hide", "box", "box 3 5%"])
    case 35:
      return pick(["light srgb", "light linear", "filter nearest", "filter lanczos3", "preset pickview"])
    case 36: return "border \(positive()) \(color())"
    case 37: return "crop \(point()) \(point())"
    case 38: return "concat \(number()) \(number()) \(number()) \(number()) \(number()) \(number())"
    case 39: return "corner-radius \(positive())"
    case 40: return "limit scale \(share())..\(positive()) \(hardness())"
    case 41: return "limit cover \(point()) \(point()) \(hardness())"
    case 42:
      return pick(["limit cover \(layer()) elastic", "limit inside canvas \(hardness())", "limit none"])
    case 43: return "straighten \(angle())"
    case 44: return "set rotate.snap \(angle()) within \(angle())"
    case 45: return "set pan.momentum \(pick(["0.998", "0.5", "0.9999", "1e-9", "none"]))"
    case 46:
      return "recognize \(kind()) on \(layer()) taps \(pick(["1", "2", "3"])) touches \(pick(["1", "2"]))"
    case 47: return "recognize pan as p\(next() % 3) slop \(positive()) touches \(pick(["1", "2", "3"]))"
    case 48: return "on \(kind()) \(pick(["", "began", "changed", "ended"])) \(reaction())"
    case 49: return "\(pick(["disable", "enable"])) \(kind())"
    case 50: return "let v = \(formula())"
    case 51: return "expect \(formula()) \(pick(["<", "<=", ">", "!="])) \(number())"
    case 52: return "expect hit \(point()) \(pick(["none", layer()]))"
    case 53:
      return "expect shown \(pick(["opacity 1", "frame \(point()) \(point())", "fill red", "trim 0..1"]))"
    case 54: return "expect count \(kind()) \(pick(["0", "1"]))"
    default: return "drag \(point()) to \(point()) over \(time())"
    }
  }
}
