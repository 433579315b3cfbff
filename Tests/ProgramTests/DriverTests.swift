import Foundation
import Testing

/// `expand --as`: touches for test drivers.
@Suite struct DriverTests {
  private struct Touch: Decodable {
    var t: Double
    var id: Int
    var phase: String
    var x: Double
    var y: Double
  }

  private static func touches(_ text: String) throws -> [Touch] {
    try text.split(separator: "\n").map { try JSONDecoder().decode(Touch.self, from: Data($0.utf8)) }
  }

  /// Random fingers that come down, move and go up, often several in one instant.
  private static func script(seed: UInt64) -> String {
    var state = seed
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    func place() -> String { "\(Double(random(400_000)) / 1000),\(Double(random(600_000)) / 1000)" }
    var lines = ["canvas 400,600", "layer pad rect 0,0 400,600"]
    var down: [Int] = []
    var clock = 0
    for _ in 0..<30 {
      clock += [8, 16, 17, 40][random(4)]
      for finger in down where random(4) > 0 { lines.append("touch \(finger) move \(place()) @\(clock)ms") }
      let free = (1...5).filter { !down.contains($0) }
      if let finger = free.first, down.isEmpty || random(3) == 0 {
        lines.append("touch \(finger) down \(place()) @\(clock)ms")
        down.append(finger)
      } else if random(4) == 0 {
        clock += 3
        lines.append("touch \(down.remove(at: random(down.count))) up @\(clock)ms")
      }
    }
    for finger in down { lines.append("touch \(finger) up @\(clock + 9)ms") }
    return lines.joined(separator: "\n")
  }

  @Test("W3C actions, included again, are the same touches", arguments: 1...12) func roundTrip(seed: UInt64)
    throws
  {
    let folder = try Folder()
    folder.write(Self.script(seed: seed), to: "script.txt")
    let wanted = try Self.touches(folder.frameit("expand", "script.txt").succeeds().text)
    let actions = try folder.frameit("expand", "script.txt", "--as", "webdriver").succeeds().text
    folder.write(actions, to: "actions.json")
    let found = try Self.touches(
      folder.frameit("expand", "-e", "canvas 400,600; layer pad rect 0,0 400,600; include \"actions.json\"")
        .succeeds().text)
    // Sources are numbered in the order in which fingers first come down.
    var numbers: [Int: Int] = [:]
    for touch in wanted where touch.phase == "down" && numbers[touch.id] == nil {
      numbers[touch.id] = numbers.count + 1
    }
    var rest = found
    for touch in wanted {
      let place = rest.firstIndex {
        $0.id == numbers[touch.id] && $0.phase == touch.phase && abs($0.t - touch.t + wanted[0].t) <= 0.001
          && abs($0.x - touch.x) <= 0.0051 && abs($0.y - touch.y) <= 0.0051
      }
      if let place { rest.remove(at: place) } else { Issue.record("\(touch)") }
    }
    #expect(rest.isEmpty)
  }

  @Test("Gestures by name become public calls, and everything else is an error with its line")
  func namedGestures() throws {
    let folder = try Folder()
    let named =
      "canvas 300,200; layer pad image placeholder; tap 40,50; long-press 90,90; swipe left; pinch 1.5"
    let swift = try folder.frameit("expand", "-e", named, "--as", "xcuitest").succeeds().text
    for call in [
      "place(40, 50).tap()", ".press(forDuration: ", "thenDragTo: place(",
      "element.pinch(withScale: 1.5, velocity: ",
    ] {
      #expect(swift.contains(call), "\(call)")
    }
    let detox = try folder.frameit("expand", "-e", named, "--as", "detox").succeeds().text
    for call in [
      "element.tap({ x: 40, y: 50 })", "element.longPress({ x: 90, y: 90 }, ", "element.swipe('left'",
      "element.pinch(1.5)",
    ] {
      #expect(detox.contains(call), "\(call)")
    }
    for (statement, driver) in [
      ("touch 1 down 9,9 @0ms; touch 1 up @50ms", "xcuitest"),
      ("two-finger 9,9 50,9 to 9,20 60,9", "xcuitest"),
      ("tap 9,9; drag 9,9 to 50,50 to 90,9", "xcuitest"), ("twist 12deg", "detox"), ("pan 40,20", "detox"),
      ("touch 1 down 9,9 @0ms; touch 2 down 20,9 @0ms; touch 1 cancel @50ms; touch 2 up @60ms", "cdp"),
    ] {
      let script = "canvas 300,200\nlayer pad image placeholder\n\(statement)"
      try folder.frameit("expand", "-e", script, "--as", driver).fails(2, saying: "line 3", driver)
    }
  }
}
