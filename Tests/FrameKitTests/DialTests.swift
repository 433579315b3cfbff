import FrameKit
import FrameModel
import FrameScene
import Testing

/// The fourth seed, gestures.md 5.4: the dial among the examples, and every number of it.
@Suite struct DialTests {
  private static let centre = Point(x: 195, y: 337)
  private static let radius = 150.0
  private static let total = 1682.55

  /// What is claimed after a finger went to places relative to the dial's middle, with a step for each.
  private func dragged(_ offsets: [(Double, Double)], _ claims: String...) throws -> Played {
    // From far away, so that the pan has begun when it comes to the first place.
    var script = try example("dial.txt", upTo: "# From the top") + "touch 1 down 195,500 @0s\n"
    script += "touch 1 move 210,480 @10ms\n"
    for (i, offset) in offsets.enumerated() {
      let (x, y) = (Self.centre.x + offset.0, Self.centre.y + offset.1)
      script += "touch 1 move \(x),\(y) @\(20 + 10 * i)ms\n"
    }
    script += "touch 1 up @\(30 + 10 * offsets.count)ms\n"
    return try play(script + claims.joined(separator: "\n"))
  }

  /// Where a raw value lies on the circle.
  private func place(of value: Double) -> (Double, Double) {
    let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: value / Self.total * 360 - 90))
    return (100 * c, 100 * s)
  }

  static let places: [(Double, Double, Double)] = [
    (100, 0, 421), (0, 100, 841), (-100, 0, 1262), (-0.001, -100, 1682.55), (0, -100, 0),
  ]

  @Test("A finger's direction is a value, and it jumps at the top", arguments: places)
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
    "Near a segment's amount it is that, else a whole number, and near the end the total", arguments: values)
  func snapping(raw: Double, value: Double) throws {
    _ = try dragged([place(of: raw)], "expect $value \(value)")
  }

  @Test("The exact middle keeps the last value")
  func middle() throws {
    _ = try dragged([(100, 0), (0, 0)], "expect $value 421")
  }

  static let segments: [(Double, Int)] = [
    (1, 0), (120, 0), (175, 0), (672.37, 1), (1000, 1), (1180.78, 2), (1682.55, 2),
  ]

  @Test("The last segment that is reached is told of", arguments: segments)
  func segment(raw: Double, index: Int) throws {
    let titles = ["Reduce Interest Charges", "Start a 3-Month Payment Plan", "Pay February Balance"]
    let raw = raw == Self.total ? raw - 0.001 : raw
    let played = try dragged(
      [place(of: raw)], "expect $segment \(index)", "expect $title \"\(titles[index])\"")
    for (layer, says) in [("title", titles[index]), ("more", "Learn More...")] {
      guard case .shape(let shape) = try played.layer(layer).shown else {
        Issue.record("no text")
        return
      }
      #expect(shape.text?.string == says)
    }
  }

  @Test("Before a touch nothing is told, and too small a movement is none")
  func untouched() throws {
    let start = try example("dial.txt", upTo: "# From the top")
    let claims = "\nexpect $value 0\nexpect $title \"\"\nexpect $description \"\""
    _ = try play(start + claims)
    _ = try play(start + "drag 195,187 to 203,187" + claims)
  }

  @Test("The knob stands at the value's angle, and the arc ends there")
  func knob() throws {
    let played = try dragged([place(of: 175)], "expect $value 175")
    let knob = try played.layer("knob").frame
    // On a circle of 100 around 150,150 it would be at 210.797,70.604.
    #expect(abs(knob.midX - (195 + (210.797 - 150) * 1.5)) < 1e-3)
    #expect(abs(knob.midY - (337 + (70.604 - 150) * 1.5)) < 1e-3)
    guard case .shape(let arc) = try played.layer("progress").shown,
      case .arc(let drawn)? = arc.path.elements.last
    else {
      Issue.record("no arc")
      return
    }
    #expect(abs(drawn.end.degrees - (37.443 - 90)) < 1e-3)
    #expect(abs(drawn.start.degrees + 90) < 1e-9)
  }

  @Test("The marks are at 37.443, 143.861 and 252.641 degrees")
  func marks() throws {
    let played = try play(example("dial.txt", upTo: "# From the top"))
    for (i, degrees) in [37.443, 143.861, 252.641].enumerated() {
      let mark = try played.layer("point\(i)").frame
      let angle = Trigonometry.atan2(mark.midY - Self.centre.y, mark.midX - Self.centre.x) * 180 / .pi + 90
      #expect(abs((angle < 0 ? angle + 360 : angle) - degrees) < 1e-3)
      #expect(try played.layer("point\(i)").state.opacity == 0.8)
    }
  }

  @Test("Circles, arcs, marks, knob and value are drawn in this order, on a whole screen")
  func order() throws {
    let played = try play(example("dial.txt"))
    let names = Array(played.result.scene.names)
    let drawn = ["outer", "inner", "progress", "top", "point0", "point1", "point2", "knob", "amount"]
    #expect(names.filter(drawn.contains) == drawn)
    for text in [
      "cancel", "heading", "due", "title", "description", "more", "later_label", "now_label", "keypad",
    ] {
      #expect(names.contains(text))
    }
    let (later, now) = (try played.layer("later").frame, try played.layer("now").frame)
    #expect(later == Rect(x: 16, y: 690, width: 171, height: 50))
    #expect(now == Rect(x: 203, y: 690, width: 171, height: 50))
  }
}
