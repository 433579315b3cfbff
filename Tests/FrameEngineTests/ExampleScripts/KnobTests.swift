import FrameGeometry
import TestSupport
import Testing

/// The knob example, a general dial: any range, any number of marks, and a magnet in degrees.
@Suite struct KnobTests {
  private func dragged(_ x: Double, _ y: Double, _ expectations: String, replacing: [(String, String)] = [])
    throws
  {
    var script = try example("knob.txt", upTo: "# Clockwise")
    for (old, new) in replacing {
      expectTrue(script.contains(old))
      script.replace(old, with: new)
    }
    script +=
      "touch 1 down 150,290 @0s\ntouch 1 move 170,270 @10ms\ntouch 1 move \(x),\(y) @20ms\ntouch 1 up @30ms\n"
    _ = try play(script + expectations)
  }

  @Test("With twelve marks from 0 to 100, the knob snaps near a mark and is free between marks")
  func numbers() throws {
    try dragged(150, 50, "expect $angle 0\nexpect $value 0")
    try dragged(180, 54.606, "expect $angle 17.4576 ~1e-3\nexpect $value 4.8493 ~1e-3")
    try dragged(200, 60, "expect $angle 30 ~1e-9\nexpect $value 8.3333 ~1e-4")
    // From the other side of the top, the knob snaps back to the start.
    try dragged(149, 50, "expect $angle 0\nexpect $value 0")
    try dragged(150, 250, "expect $value 50")
  }

  @Test("Parameters set the range, the marks and the magnet")
  func parameters() throws {
    let own = [
      ("param min = 0", "param min = -20"), ("param max = 100", "param max = 40"),
      ("param marks = 12", "param marks = 4"), ("param magnet = 5", "param magnet = 20"),
    ]
    try dragged(250, 150, "expect $value (-5)", replacing: own)
    try dragged(180, 54.606, "expect $angle 0\nexpect $value (-20)", replacing: own)
    try dragged(200, 60, "expect $angle 29.0546 ~1e-3\nexpect $value -15.1576 ~1e-3", replacing: own)
  }

  static let angles: [(String, Double)] = [
    ("5", 5), ("4.999", 0), ("25", 25), ("25.001", 30), ("34.999", 30), ("35", 35), ("355", 355),
    ("355.001", 0),
    ("359.999", 0), ("330", 330),
  ]

  @Test("The magnet's distance is exclusive, on both sides of a mark and of the top", arguments: angles)
  func magnet(at: String, angle: Double) throws {
    let start = try example("knob.txt", upTo: "# Clockwise")
    _ = try play(start + "settle \(at)\nexpect $angle \(angle)\nexpect $value \(angle / 3.6) ~1e-9")
  }

  @Test("The exact center keeps the last value")
  func middle() throws {
    let start = try example("knob.txt", upTo: "# Clockwise")
    _ = try play(start + "drag 250,150 to 150,250 to 150,150\nexpect $angle 180 ~1e-9")
  }

  @Test("Marks are spread evenly, and the knob stands at its angle")
  func marks() throws {
    let played = try play(example("knob.txt") + "expect $angle 240 ~1e-9\nexpect $value 66.6667 ~1e-4")
    expectEqual(played.result.scene.layers.count { $0.name.hasPrefix("mark") }, 12)
    for i in 0..<12 {
      let mark = try played.layer("mark\(i)").frame
      let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: Double(i) * 30 - 90))
      expectTrue(abs(mark.midX - (150 + 124 * c)) < 1e-9 && abs(mark.midY - (150 + 124 * s)) < 1e-9)
    }
    let knob = try played.layer("knob").frame
    let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: 240 - 90))
    expectTrue(abs(knob.midX - (150 + 100 * c)) < 1e-9 && abs(knob.midY - (150 + 100 * s)) < 1e-9)
  }
}
