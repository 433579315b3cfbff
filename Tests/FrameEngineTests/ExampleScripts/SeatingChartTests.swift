import FrameImage
import FrameReports
import FramePlan
import FrameScene
import TestSupport
import Testing

/// The seating chart example: a stadium.
@Suite struct SeatingChartTests {
  private func chart(_ rest: String = "") throws -> Played {
    try play(example("seating-chart.txt") + "\n" + rest)
  }

  /// A tap on the stand that lies to the right of the field's upper end in the rotated chart.
  private static let choose = "tap 690,327\n"

  @Test("Eight straight stands lie beside the field, and four arcs around its corners")
  func stands() throws {
    let scene = try chart().result.scene
    let areRectangles = try (0..<12).map { number in
      guard case .shape(let shape) = scene.layers[try #require(scene.index(of: "t\(number)"))].content else {
        throw CancellationError()
      }
      return if case .rect = shape.form { true } else { false }
    }
    expectEqual(areRectangles, Array(repeating: true, count: 8) + Array(repeating: false, count: 4))
    // Neighboring stands are 8 apart.
    let boxes = try (0..<12).map { scene.layers[try #require(scene.index(of: "t\($0)"))].frame }
    for (a, b) in [(0, 1), (2, 3), (8, 0), (1, 9), (11, 2), (3, 10)] {
      expectTrue(abs(boxes[b].minX - boxes[a].maxX - 8) < 1e-9, "\(a) and \(b)")
    }
    for (a, b) in [(4, 5), (6, 7), (8, 4), (9, 6), (5, 11), (7, 10)] {
      expectTrue(abs(boxes[b].minY - boxes[a].maxY - 8) < 1e-9, "\(a) and \(b)")
    }
  }

  @Test("Only the chosen stand's seats are shown and planned, and no seat is made again")
  func visibility() throws {
    let anything = OutputCapabilities(alpha: true, deepest: .eight, maximumSide: 10_000)
    func shown(_ played: Played) throws -> [Int: Int] {
      let plan = try Planner(limits: Limits(), output: anything).plan(played.result.scene)
      let layers = Self.layers(of: plan.items)
      expectEqual(played.result.scene.layers.count { $0.name.hasPrefix("seat") }, 1680)
      return try (0..<12).reduce(into: [:]) { counts, stand in
        let group = try played.layer("t\(stand)_seats")
        let planned = group.children.count { layers.contains(played.result.scene.layers[$0].name) }
        expectEqual(planned, (group.state.isHidden ? 0 : group.children.count))
        if planned > 0 { counts[stand] = planned }
      }
    }
    let start = try chart()
    try expectEqual(shown(start), [:])
    let first = try chart(Self.choose)
    try expectEqual(shown(first), [0: 130])
    try expectEqual(shown(chart(Self.choose + "tap 529,47")), [8: 80])
    for number in [0, 129, 130, 1679] {
      try expectEqual(first.layer("seat\(number)").content, start.layer("seat\(number)").content)
    }
  }

  private static func layers(of items: [RenderPlan.Item]) -> Set<String> {
    items.reduce(into: []) { names, item in
      switch item {
      case .shape(let draw): names.insert(draw.layer)
      case .image(let draw): names.insert(draw.layer)
      case .group, .neighborhood: names.formUnion(layers(of: item.children))
      }
    }
  }

  @Test("The chart begins with a quarter turn")
  func start() throws {
    expectTrue(isClose(try chart().transform("chart"), [0, 1, -1, 0, 0, 0]))
  }

  /// One stand of each kind in `make test`, because each run takes long.
  #if !THOROUGH
    static let zoomed = [0, 4, 9]
  #else
    static let zoomed = Array(0..<12)
  #endif

  /// A point in each stand, in the rotated chart.
  static let places: [(Double, Double)] = [
    (690, 327), (690, 473), (110, 327), (110, 473), (513, 190), (287, 190), (513, 610), (287, 610),
    (685, 195),
    (685, 605), (115, 605), (115, 195),
  ]

  @Test("A tap on a stand chooses it, centers it and makes it as large as fits", arguments: zoomed)
  func zoom(number: Int) throws {
    let place = Self.places[number]
    let scene = try chart("tap \(place.0),\(place.1)\nexpect $chosen \"t\(number)\"").result.scene
    let stand = try #require(scene.index(of: "t\(number)"))
    let box = scene.layers[stand].bounds.applying(scene.toCanvas(stand))
    expectTrue(abs(box.midX - 400) < 1e-9 && abs(box.midY - 400) < 1e-9)
    expectTrue((580...600).contains(max(box.size.width, box.size.height)))
  }

  @Test("Stands are hit by their path, not by their box")
  func standPath() throws {
    _ = try chart(
      """
      # Beyond an arc's outer edge, within its inner one, and on the field.
      tap 735,655
      expect $chosen ""
      tap 634,554
      expect $chosen ""
      tap 400,400
      expect $chosen ""
      tap 680,600
      expect $chosen "t9"
      """)
  }

  @Test("A tap in the chosen stand toggles the seat that it hits, if any")
  func toggling() throws {
    let played = try chart(
      Self.choose
        + """
        tap 414,354
        expect marked seat57
        tap 414,354
        expect $marked 0
        # Beside the rod, in the seat's box but not on its path.
        tap 424,345
        expect $marked 0
        expect $chosen "t0"
        tap 414,354
        tap 414,400
        tap 414,445
        expect $marked 3
        """)
    expectEqual(played.result.scene.marked.count, 3)
    let seat = try #require(played.result.scene.index(of: "seat57"))
    let box = try played.layer("seat57").bounds.applying(played.result.scene.toCanvas(seat))
    expectTrue(box.minX < 424 && box.maxX > 424 && box.minY < 345 && box.maxY > 345)
    // Taken seats stay taken while another stand is shown.
    _ = try chart(
      Self.choose + "tap 414,354\ntap 529,47\nexpect $chosen \"t8\"\nexpect $marked 1\nexpect marked seat57")
  }

  @Test("A tap between seats does nothing, wherever the chart was dragged to")
  func between() throws {
    _ = try chart(
      Self.choose
        + """
        select chart
        drag 70,500 to 120,500
        expect transform 0 4.3 -4.3 0 -1197 313.9 ~1e-9
        tap 474,345
        expect transform 0 4.3 -4.3 0 -1197 313.9 ~1e-9
        expect $marked 0
        """)
  }

  @Test("A dialog reports the number of tickets; without tickets there is no dialog")
  func purchase() throws {
    let none = try chart("tap 700,762")
    expectTrue(none.result.record.dialogs.isEmpty)
    let two = try chart(Self.choose + "tap 414,354\ntap 414,400\ntap 700,762\nchoose \"Ok\"")
    guard case .dialog(let title, let message, let items)? = two.result.record.dialogs.first else {
      Issue.record("no dialog")
      return
    }
    expectEqual(title, "You've bought 2 tickets.")
    expectEqual(message, "You've bought 2 tickets. Enjoy your time at the game!")
    expectEqual(items, ["Ok"])
  }

  @Test("The tickets example chooses a stand, takes three seats, gives one back, and buys two adjacent ones")
  func tickets() throws {
    let played = try play(example("tickets.txt") + "expect marked seat57\nexpect marked seat58\n")
    expectEqual(played.transitions.count { $0 == "seat recognized" }, 4)
  }

  @Test("Two fingers drag, scale and rotate the chart at once, about its center")
  func together() throws {
    let played = try chart(
      "two-finger 350,400 450,400 to 400,330 400,530 steps 20\n"
        + "expect drag ended\nexpect zoom ended\nexpect turn ended")
    expectTrue(isClose(try played.transform("chart"), [-2, 0, 0, -2, 0, 30]))
  }

  @Test("A gesture shows its effect live, keeps it at the end, and drops it when cancelled")
  func committing() throws {
    _ = try chart(
      """
      select chart
      touch 1 down 350,400 @1s ; touch 2 down 450,400 @1s
      touch 1 move 400,330 @1100ms ; touch 2 move 400,530 @1100ms
      expect transform -2 0 0 -2 0 30
      touch 1 cancel @1200ms ; touch 2 cancel @1200ms
      expect transform 0 1 -1 0 0 0
      expect drag cancelled ; expect zoom cancelled ; expect turn cancelled
      touch 1 down 350,400 @2s ; touch 2 down 450,400 @2s
      touch 1 move 400,330 @2100ms ; touch 2 move 400,530 @2100ms
      expect transform -2 0 0 -2 0 30
      touch 1 up @2200ms ; touch 2 up @2200ms
      expect transform -2 0 0 -2 0 30
      # The next one goes on from there.
      drag 400,700 to 450,700
      expect transform -2 0 0 -2 50 30 ~1e-9
      """)
  }
}

/// The `$hit` variable: the layer under the finger in a group's gesture.
@Suite struct HitNameTests {
  @Test("`$hit` is the frontmost layer's name, and a tap over nothing runs no block")
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
