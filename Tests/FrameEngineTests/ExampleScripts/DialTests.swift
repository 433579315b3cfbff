import FrameCodec
import FrameEngine
import FrameGeometry
import FrameScript
import FrameScene
import TestSupport
import Testing

/// The dial example, with all its numbers.
@Suite struct DialTests {
  private static let center = Point(x: 195, y: 350)
  private static let radius = 147.0
  private static let total = 1682.55

  /// Drags a finger along offsets from the dial's center, one step each, and checks the expectations.
  private func dragged(_ offsets: [(Double, Double)], _ expectations: String...) throws -> Played {
    // The finger starts far away, so that the pan begins before the first offset.
    var script = try example("dial.txt", upTo: "# From the top") + "touch 1 down 195,513 @0s\n"
    script += "touch 1 move 210,493 @10ms\n"
    for (i, offset) in offsets.enumerated() {
      let (x, y) = (Self.center.x + offset.0, Self.center.y + offset.1)
      script += "touch 1 move \(x),\(y) @\(20 + 10 * i)ms\n"
    }
    script += "touch 1 up @\(30 + 10 * offsets.count)ms\n"
    return try play(script + expectations.joined(separator: "\n"))
  }

  /// Returns the offset from the dial's center at which a raw value lies.
  private func place(of value: Double) -> (Double, Double) {
    let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: value / Self.total * 360 - 90))
    return (100 * c, 100 * s)
  }

  static let places: [(Double, Double, Double)] = [
    (100, 0, 421), (0, 100, 841), (-100, 0, 1262), (-0.001, -100, 1682.55), (0, -100, 0),
  ]

  @Test("The finger's direction sets the value, which jumps at the top", arguments: places)
  func directions(dx: Double, dy: Double, value: Double) throws {
    _ = try dragged([(dx, dy)], "expect turn ended", "expect $value \(value)")
  }

  static let values: [(Double, Double)] = [
    (132.93, 133), (132.94, 175), (217.06, 175), (217.07, 217), (1632.49, 1632), (1632.5, 1682.55), (0.4, 0),
    (0.5000001, 1),
    (672.37, 672.37), (1180.78, 1180.78), (1180.78 - 42, 1180.78), (1180.78 - 42.1, 1139), (400.4, 400),
    (400.6, 401),
  ]

  @Test(
    "A value snaps to a near amount or to the near total, and is a whole number otherwise", arguments: values)
  func snapping(raw: Double, value: Double) throws {
    _ = try dragged([place(of: raw)], "expect $value \(value)")
  }

  static let rules: [(String, String)] = [
    ("0.4", "0"), ("0.5", "1"), ("1.5", "2"), ("2.5", "3"), ("132.93", "133"), ("132.94", "175"),
    ("217.06", "175"),
    ("217.07", "217"), ("1632.49", "1632"), ("1632.5", "1682.55"), ("1682.55", "1682.55"), ("-0.4", "0"),
    ("-3", "0"),
    // Snapping needs a distance less than the magnet's, not equal to it.
    ("(175-$magnet)", "133"), ("(175-$magnet+1e-9)", "175"),
  ]

  @Test("The snapping rule rounds ties away from zero, and never goes below zero", arguments: rules)
  func rule(raw: String, value: String) throws {
    let start = try example("dial.txt", upTo: "# From the top")
    _ = try play(start + "settle \(raw)\nexpect $value \(value)\nexpect $magnet 42.06375 ~1e-12\n")
  }

  @Test("Of two near amounts the first wins, and the magnet reaches at most 50")
  func order() throws {
    let start = try example("dial.txt", upTo: "# From the top")
    func play(_ amounts: String, _ total: String, _ expectations: String) throws {
      let changed = start.replacing("[175, 672.37, 1180.78]", with: amounts)
        .replacing("let total = 1682.55", with: "let total = \(total)")
      _ = try FrameEngineTests.play(changed + expectations)
    }
    try play("[175, 200, 1180.78]", "1682.55", "settle 199\nexpect $value 175")
    try play("[200, 175, 1180.78]", "1682.55", "settle 176\nexpect $value 200")
    try play("[175, 672.37, 1180.78]", "4000", "expect $magnet 50")
  }

  @Test("The exact center keeps the last value")
  func middle() throws {
    _ = try dragged([(0, 100), (0, 0)], "expect $value 841")
  }

  static let segments: [(Double, Int)] = [
    (1, 0), (120, 0), (174, 0), (175, 0), (630, 0), (672.37, 1), (1000, 1), (1180.78, 2), (1682.55, 2),
  ]

  @Test("The texts describe the last segment that is reached", arguments: segments)
  func segment(raw: Double, index: Int) throws {
    let titles = ["Reduce Interest Charges", "Start a 3-Month Payment Plan", "Pay February Balance"]
    let endings = ["accrues on the rest.", "months.", "a balance."]
    let raw = raw == Self.total ? raw - 0.001 : raw
    let played = try dragged(
      [place(of: raw)], "expect $segment \(index)", "expect $title \"\(titles[index])\"",
      "expect $ending \"\(endings[index])\"")
    for (layer, says) in [
      ("title", titles[index]), ("ending", endings[index]), ("both", endings[index] + " Learn More..."),
    ] {
      guard case .shape(let shape) = try played.layer(layer).shown else {
        Issue.record("no text")
        return
      }
      expectEqual(shape.text?.string, says)
    }
  }

  @Test("Below the first amount the first segment is shown, even after a later one")
  func first() throws {
    let start = try example("dial.txt", upTo: "# From the top")
    let expectations = "expect $segment 0\nexpect $title \"Reduce Interest Charges\"\n"
    for low in ["0", "100"] {
      _ = try play(start + "settle 1000\nexpect $segment 1\nsettle \(low)\n" + expectations)
    }
  }

  @Test("Nothing but the link is shown before a touch, and drags begin after ten points")
  func untouched() throws {
    let start = try example("dial.txt", upTo: "# From the top")
    let expectations = "\nexpect $value 0\nexpect $title \"\"\nexpect $description \"\"\nexpect $ending \"\""
    _ = try play(start + expectations)
    _ = try play(start + "drag 195,203 to 204.9,203 steps 9\nexpect turn failed" + expectations)
    _ = try play(
      start
        + "drag 195,203 to 205,203 to 206,203\nexpect turn ended\nexpect $title \"Reduce Interest Charges\"")
    _ = try play(start + "tap 342,350" + expectations)
  }

  @Test("Only changes set the value, not the start or end of a drag")
  func changes() throws {
    let start = try example("dial.txt", upTo: "# From the top") + "touch 1 down 195,203 @0s\n"
    let began = start + "touch 1 move 342,350 @100ms\nexpect turn began\n"
    _ = try play(began + "expect $value 0\ntouch 1 up @200ms\nexpect $value 0")
    _ = try play(
      began + "touch 1 move 195,497 @200ms\nexpect $value 841\ntouch 1 up @300ms\nexpect $value 841")
  }

  @Test("The knob stands at the value's angle, and the arc ends there")
  func knob() throws {
    let played = try dragged([place(of: 175)], "expect $value 175")
    let knob = try played.layer("knob").frame
    // On a circle of radius 100 around 150,150 the knob would be at 210.797,70.604.
    expectTrue(abs(knob.midX - (195 + (210.797 - 150) * 1.47)) < 1e-3)
    expectTrue(abs(knob.midY - (350 + (70.604 - 150) * 1.47)) < 1e-3)
    guard case .shape(let arc) = try played.layer("progress").shown,
      case .arc(let drawn)? = arc.path.elements.last
    else {
      Issue.record("no arc")
      return
    }
    expectTrue(abs(drawn.end.degrees - (37.443 - 90)) < 1e-3)
    expectTrue(abs(drawn.start.degrees + 90) < 1e-9)
  }

  @Test("The marks are at 37.443, 143.861 and 252.641 degrees")
  func marks() throws {
    let played = try play(example("dial.txt", upTo: "# From the top"))
    for (i, degrees) in [37.443, 143.861, 252.641].enumerated() {
      let mark = try played.layer("point\(i)").frame
      let angle = Trigonometry.atan2(mark.midY - Self.center.y, mark.midX - Self.center.x) * 180 / .pi + 90
      expectTrue(abs((angle < 0 ? angle + 360 : angle) - degrees) < 1e-3)
      try expectEqual(played.layer("point\(i)").state.opacity, 0.8)
      let color = try #require(try played.layer("point\(i)").state.look.fill?.paint.colors.first)
      // Red, yellow, green.
      expectEqual([color.red > 0.9, color.green > 0.7], [[true, false], [true, true], [false, true]][i])
    }
    for arc in ["progress", "top"] { try expectEqual(played.layer(arc).state.opacity, 0.8) }
  }

  @Test("The payment example drags the knob to the second amount, and then to the third")
  func payment() throws {
    let script = try example("payment.txt")
    let played = try play(script)
    expectEqual(played.transitions.filter { $0.hasPrefix("turn ended") }.count, 3)
    let editor = Editor(codecs: CodecList([]))
    let context = RunContext(frameRate: FrameRate("20"))
    let timeline = try #require(
      try editor.dryRun(try editor.parse(script, name: ""), imageSize: nil, context: context).run.timeline
    )
    let amount = try #require(timeline.end.index(of: "amount"))
    var shown: [String] = []
    for frame in 0..<timeline.frames {
      guard case .shape(let shape) = timeline.scene(at: frame).layers[amount].shown else { continue }
      shown.append(shape.text?.string ?? "")
    }
    expectTrue(shown.first == "$0.00" && shown.last == "$1180.78")
    // The drags pass the first amount and 925. The second amount stays for at least 0.9 s, which is 18 frames.
    expectTrue(shown.contains("$175.00") && shown.contains("$925.00"))
    expectTrue(shown.count { $0 == "$672.37" } >= 18)
  }
}
