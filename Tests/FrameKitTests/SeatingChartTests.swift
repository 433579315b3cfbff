import FrameKit
import FrameModel
import FrameScene
import Testing

/// The third seed, gestures.md 5.3: the stadium among the examples.
@Suite struct SeatingChartTests {
  private func chart(_ rest: String = "") throws -> Played {
    try play(example("seating-chart.txt") + "\n" + rest)
  }

  /// In the tribune right of the field's upper end, as the chart is turned.
  private static let choose = "tap 690,297\n"

  @Test("Rows and columns are a tenth of a tribune's depth, and arcs have as many seats as fit")
  func seats() throws {
    let played = try chart()
    func count(_ tribune: Int) throws -> Int {
      let scene = played.result.scene
      return scene.children(of: try #require(scene.index(of: "t\(tribune)_seats"))).count
    }
    // 94 by 100: ten rows of 9.4. 100 by 460: ten columns of 10.
    for tribune in 0..<6 { #expect(try count(tribune) == 100) }
    for tribune in 6..<8 { #expect(try count(tribune) == 460) }
    var expected = 0
    for row in 0..<9 {
      let gap = (100.0 - 10 * 9) / 9
      let radius = 110 - Double(row) * (gap + 10) - gap - 5
      expected += Int((radius * .pi / 2 / 11 + 1e-9).rounded(.down))
    }
    for tribune in 8..<12 { #expect(try count(tribune) == expected) }
  }

  @Test("Only the chosen tribune's seats are shown and planned")
  func visibility() throws {
    func shown(_ played: Played) throws -> [Int] {
      try (0..<12).filter { try !played.layer("t\($0)_seats").state.isHidden }
    }
    #expect(try shown(chart()) == [])
    #expect(try shown(chart(Self.choose)) == [0])
    #expect(try shown(chart(Self.choose + "tap 660,60")) == [8])
  }

  @Test("The chart begins turned by a quarter, and a chosen tribune comes to the middle")
  func zoom() throws {
    let start = try chart()
    #expect(isClose(try start.transform("chart"), [0, 1, -1, 0, 0, 0]))
    let zoomed = try chart(Self.choose)
    let scene = zoomed.result.scene
    let tribune = try #require(scene.index(of: "t0"))
    let middle = scene.centre(of: tribune)
    #expect(abs(middle.x - 400) < 1e-9 && abs(middle.y - 400) < 1e-9)
    let box = scene.layers[tribune].bounds.applying(scene.toCanvas(tribune))
    #expect(isClose(box, [100, 118, 600, 564]))
  }

  @Test("A tap in the chosen tribune takes the seat that it hits, or nothing")
  func toggling() throws {
    let one = try chart(Self.choose + "tap 300,280\nexpect $marked 1\nexpect selected chart")
    #expect(one.result.scene.marked.count == 1)
    _ = try chart(Self.choose + "tap 300,280\ntap 300,280\nexpect $marked 0")
    // Beside back and rod, in the seat's box but not on its path.
    _ = try chart(Self.choose + "tap 315,240\nexpect $marked 0\nexpect $chosen \"t0\"")
    _ = try chart(Self.choose + "tap 300,280\ntap 360,280\ntap 420,280\nexpect $marked 3")
  }

  @Test("Tickets are counted in a dialog, and without any there is none")
  func purchase() throws {
    let none = try chart("tap 700,762")
    #expect(none.result.record.talk.isEmpty)
    let two = try chart(Self.choose + "tap 300,280\ntap 360,280\ntap 700,762\nchoose \"Ok\"")
    guard case .dialog(let title, let message, let items)? = two.result.record.talk.first else {
      Issue.record("no dialog")
      return
    }
    #expect(title == "You've bought 2 tickets.")
    #expect(message == "You've bought 2 tickets. Enjoy your time at the game!")
    #expect(items == ["Ok"])
  }

  @Test("The chart is dragged, magnified and turned by two fingers at once")
  func together() throws {
    let played = try chart(
      "two-finger 350,400 450,400 to 400,330 400,530 steps 20\n"
        + "expect drag ended\nexpect zoom ended\nexpect turn ended")
    let values = try played.transform("chart").singularValues
    #expect(abs(values.large - 2) < 0.05 && abs(values.small - 2) < 0.05)
  }

  @Test("The sample seat is hit by its path, and not by its box")
  func sample() throws {
    let seat = """
      canvas 300,300
      preset none
      layer seat rect 160,100 80,40
      skew 11.3099325deg about 200,120 ; rotate 20deg about 200,120
      expect map 0.939693 0.342020 -0.154082 1.008097 30.551270 -69.375627 ~1e-5
      expect frame 159.331,86.157 81.339,67.685 ~1e-3
      recognize tap
      on tap { mark seat toggle }

      """
    _ = try play(seat + "tap 230,131\nexpect marked seat")
    _ = try play(seat + "tap 160,100\nexpect $marked 0")
  }
}

/// What a gesture of a group is told of what lies under it.
@Suite struct HitNameTests {
  @Test("$hit is the frontmost layer's name, and empty over nothing")
  func names() throws {
    let script = """
      canvas 100,100
      preset none
      let found = "?"
      group g {
        layer back rect 10,10 50,50
        layer front ellipse 20,20 20,20
      }
      recognize tap on g
      on tap { let found = $hit }

      """
    _ = try play(script + "tap 30,30\nexpect $found \"front\"")
    _ = try play(script + "tap 12,12\nexpect $found \"back\"")
    _ = try play(script + "tap 90,90\nexpect $found \"?\"")
  }
}
