import FrameGeometry
import FrameImage
import FrameScene
import TestSupport
import Testing

/// The screen around the dial: its texts, layout and buttons.
@Suite struct DialScreenTests {
  private static let blue = Color(red: 0, green: 122 / 255, blue: 1)
  private static let gray = Color(red: 142 / 255, green: 142 / 255, blue: 147 / 255)

  private func text(_ name: String, of played: Played) throws -> TextBlock {
    guard case .shape(let shape) = try played.layer(name).shown else { throw CancellationError() }
    return try #require(shape.text)
  }

  private func color(_ name: String, of played: Played) throws -> Color? {
    let layer = try played.layer(name)
    guard case .shape(let shape) = layer.shown else { return nil }
    return layer.state.look.fill(of: shape)?.paint.colors.first
  }

  @Test("Circles, arcs, marks, knob and value are drawn in this order")
  func order() throws {
    let names = Array(try play(example("dial.txt")).result.scene.names)
    let drawn = ["outer", "inner", "progress", "top", "point0", "point1", "point2", "knob", "amount"]
    expectEqual(names.filter(drawn.contains), drawn)
  }

  static let texts: [(String, String, Double, Double?)] = [
    ("cancel", "Cancel", 17, nil), ("heading", "Choose Amount", 34, 800),
    ("due", "Make payments by March 31.", 17, nil), ("amount", "$925.00", 40, 700),
    ("title", "Start a 3-Month Payment Plan", 20, 600), ("more", "Learn More...", 16, nil),
    ("later_label", "Pay Later", 17, 700), ("now_label", "Pay Now", 17, 700),
    ("keypad", "Show Keypad", 17, 600),
  ]

  @Test("The screen shows all its texts, with a large and heavy heading", arguments: texts)
  func words(layer: String, says: String, size: Double, weight: Double?) throws {
    let block = try text(layer, of: play(example("dial.txt")))
    expectEqual(block.string, says)
    expectEqual(block.style.size, size)
    expectEqual(block.style.weight, weight)
  }

  @Test("Title and description are centered, and a blue link follows the gray third line")
  func description() throws {
    let played = try play(example("dial.txt"))
    try expectEqual(color("description", of: played), Self.gray)
    try expectEqual(color("ending", of: played), Self.gray)
    try expectEqual(color("more", of: played), Self.blue)
    for name in ["heading", "due", "title", "description"] {
      try expectEqual(text(name, of: played).style.alignment, .center)
      expectTrue(abs(try played.layer(name).frame.midX - 195) < 1e-9)
    }
    let (lines, ending, more) = try (
      played.layer("description").frame, played.layer("ending").frame, played.layer("more").frame
    )
    expectTrue(abs(lines.maxY - ending.minY) < 1e-6 && abs(ending.minY - more.minY) < 1e-6)
    expectTrue(abs(lines.size.height - 2 * ending.size.height) < 1e-6)
    expectTrue(abs((ending.minX + more.maxX) / 2 - 195) < 1e-6)
    let space = more.minX - ending.maxX
    expectTrue(space > 4 && space < 5)
  }

  @Test("Before the first touch, the link stands alone where the description begins")
  func link() throws {
    let more = try play(example("dial.txt", upTo: "# From the top")).layer("more").frame
    expectTrue(abs(more.midX - 195) < 1e-9 && abs(more.minY - 600) < 1e-9)
  }

  @Test("Pay Later is black on white, and Pay Now white on black, on a tinted background")
  func buttons() throws {
    let played = try play(example("dial.txt"))
    let (black, white) = (Color(red: 0, green: 0, blue: 0), Color(red: 1, green: 1, blue: 1))
    try expectEqual(["later", "later_label"].map { try color($0, of: played) }, [white, black])
    try expectEqual(["now", "now_label"].map { try color($0, of: played) }, [black, white])
    let background = played.result.scene.canvas.style.background.colors
    expectEqual(background, [Color(red: 242 / 255, green: 242 / 255, blue: 247 / 255)])
  }

  @Test("The control takes half of the screen's height; paddings are 32, 16, 24 and 12")
  func layout() throws {
    let played = try play(example("dial.txt"))
    func frame(_ name: String) throws -> Rect { try played.layer(name).frame }
    let control = try frame("control")
    expectTrue(control.size.height == 422 && control.size.width == 390)
    try expectEqual(frame("outer").midY, control.midY)
    try expectTrue(frame("outer").minX == 32 && frame("outer").maxX == 390 - 32)
    try expectEqual(text("cancel", of: played).place, Point(x: 16, y: 32))
    try expectTrue(text("heading", of: played).place.x == 195 && text("due", of: played).place.x == 195)
    try expectEqual(text("title", of: played).place.y, control.maxY + 12)
    let (later, now) = (try frame("later"), try frame("now"))
    expectEqual(later, Rect(x: 16, y: 682, width: 171, height: 50))
    expectEqual(now, Rect(x: 203, y: 682, width: 171, height: 50))
    expectTrue(later.size.width == (390 - 48) / 2 && now.minX - later.maxX == 16 && now.maxX == 390 - 16)
    try expectEqual(text("keypad", of: played).place.y, now.maxY + 24)
  }

  @Test("The buttons have a corner radius of 12", arguments: ["later", "now"])
  func corners(name: String) throws {
    guard case .shape(let shape) = try play(example("dial.txt")).layer(name).shown else {
      throw CancellationError()
    }
    let arcs = shape.path.elements.compactMap { if case .arc(let arc) = $0 { arc } else { nil } }
    expectEqual(arcs.count, 4)
    for arc in arcs {
      expectTrue(abs(max(abs(arc.u.dx), abs(arc.u.dy)) - 12) < 1e-9)
      expectTrue(abs(max(abs(arc.v.dx), abs(arc.v.dy)) - 12) < 1e-9)
    }
  }
}
