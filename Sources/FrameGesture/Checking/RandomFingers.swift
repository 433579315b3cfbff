import FrameGeometry

/// Fingers as a hand could move them, at random: taps, presses, drags, swipes, two fingers that spread and turn, several
/// fingers at once. They overlap, lift one after the other, are canceled, and move in the frame in which others lift.
///
///     var fingers = RandomFingers(seed: 1, reach: 400)
///     while let frame = fingers.next({ random in place }) { play(frame) }
///
/// Times are whole milliseconds and places whole pixels, so that they can be written down exactly.
package struct RandomFingers: Sendable {
  /// One act of a hand.
  package enum Act: CaseIterable, Sendable {
    case tap, press, drag, swipe, pair, crowd
  }

  private struct Pending {
    /// In milliseconds.
    let time: Int
    let touch: Touch
  }

  private struct LastAct {
    let act: Act
    let point: Point
    /// The seed of the random numbers of the act.
    let seed: UInt64
    var isRepeated = false
  }

  private static let mostActs = 5
  /// Long enough for every timer of the default settings.
  private static let rest = 2000

  private var random: SplitMix64
  private let acts: [Act]
  /// The length of the longest ways, in pixels.
  private let reach: Double
  private var actsLeft: Int
  private var last: LastAct?
  /// By time.
  private var pending: [Pending] = []
  /// The fingers that are down or come down, with the time at which each is free again; nil for one that stays down.
  private var busy: [Int: Int?] = [:]
  /// The fingers that are down, with their locations.
  private var down: [Int: Point] = [:]
  /// In milliseconds.
  private var now: Int
  private var hasRested = false

  /// - Parameters:
  ///   - reach: the length of the longest ways, in pixels.
  ///   - time: the time before the first touch, in seconds.
  ///   - acts: the acts to choose from.
  ///   - down: the fingers that are down already, with their places.
  package init(
    seed: UInt64, reach: Double, from time: Double = 0, acts: [Act] = Act.allCases, down: [Int: Point] = [:]
  ) {
    random = SplitMix64(seed: seed)
    (self.down, busy) = (down, down.mapValues { _ in nil })
    (self.reach, self.acts) = (reach, acts)
    now = Int((time * 1000).rounded(.up))
    actsLeft = 1 + random.below(Self.mostActs)
  }

  /// Returns the touches of the next instant; nil at the end, when all fingers are up. A frame without touches only lets
  /// time pass.
  ///
  /// - Parameter place: returns a place where a finger may come down.
  package mutating func next(_ place: (inout SplitMix64) -> Point) -> TouchFrame? {
    if actsLeft > 0, pending.isEmpty || random.isOne(in: 8) {
      actsLeft -= 1
      beginAct(place)
    }
    if let first = pending.first {
      let frame = pending.prefix { $0.time == first.time }.map(\.touch)
      pending.removeFirst(frame.count)
      now = first.time
      frame.forEach { down[$0.id] = $0.phase == .up || $0.phase == .cancel ? nil : $0.location }
      return TouchFrame(time: Double(now) / 1000, touches: frame)
    }
    if !down.isEmpty {
      now += random.element(of: [10, 100, 1000])
      let lifted = down.keys.sorted().map { Touch(id: $0, .up, at: down[$0]!) }
      down = [:]
      return TouchFrame(time: Double(now) / 1000, touches: lifted)
    }
    guard !hasRested else { return nil }
    hasRested = true
    now += Self.rest
    return TouchFrame(time: Double(now) / 1000, touches: [])
  }

  // MARK: Acts

  /// Begins another act, or the last one again: what counts gestures needs several that are equal.
  private mutating func beginAct(_ place: (inout SplitMix64) -> Point) {
    let start = now + random.element(of: [1, 1, 10, 60, 200, 400, 1000])
    if let known = last, random.isOne(in: known.isRepeated ? 2 : 3) {
      last?.isRepeated = true
    } else {
      last = LastAct(act: random.element(of: acts), point: place(&random), seed: random.next())
    }
    guard let last else { return }
    let others = random
    random = SplitMix64(seed: last.seed)
    begin(last.act, at: last.point, from: start)
    random = others
  }

  private mutating func begin(_ act: Act, at point: Point, from start: Int) {
    switch act {
    case .tap: addTaps(at: point, from: start)
    case .press:
      let stay = random.element(of: [300, 490, 510, 700, 1200])
      let ways = random.isOne(in: 2) ? steps(near(length())) : []
      add(
        Stroke(start: point, time: start, ways: ways, stay: stay, lift: max(pause(), ways.isEmpty ? stay : 0))
      )
    case .drag: add(drag(from: point, at: start))
    case .swipe:
      let (x, y) = random.element(of: [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)])
      let way = Vector(dx: x, dy: y) * Double(60 + random.below(140)) + near(30)
      let (step, lift) = (random.element(of: [8, 16, 30]), random.element(of: [0, 5]))
      add(Stroke(start: point, time: start, ways: steps(way, most: 3), step: step, lift: lift))
    case .pair: addPair(about: point, from: start)
    case .crowd:
      for finger in 0..<(3 + random.below(3)) {
        // Fingers are apart.
        let offset = polar(Double(finger) * (25 + reach * random.share() / 16), random.angle())
        add(drag(from: point + offset, at: start + random.element(of: [0, 0, 20, 150])))
      }
    }
  }

  /// One to three taps, each by one or two fingers.
  private mutating func addTaps(at point: Point, from start: Int) {
    var time = start
    for _ in 0..<random.element(of: [1, 1, 1, 2, 2, 3]) {
      var end = time
      for offset in random.element(of: [[0.0], [0], [0, 40]]) {
        let place = point + Vector(dx: offset, dy: 0) + near(3)
        let stay = random.element(of: [20, 60, 100, 200, 800])
        end = max(end, add(Stroke(start: place, time: time, lift: stay)))
      }
      time = end + random.element(of: [30, 80, 150, 300, 400])
    }
  }

  private mutating func drag(from point: Point, at start: Int) -> Stroke {
    let step = random.element(of: [8, 16, 16, 50, 200])
    return Stroke(start: point, time: start, ways: steps(near(length())), step: step, lift: pause())
  }

  /// Two fingers that spread or close, turn and move.
  private mutating func addPair(about center: Point, from start: Int) {
    let half = polar(random.element(of: [10, 30, 60, reach / 8]), random.angle())
    let scale = random.element(of: [0.2, 0.5, 0.9, 1, 1.1, 2, 4])
    let (sine, cosine) = Trigonometry.sineAndCosine(
      Angle(degrees: random.element(of: [0, 0, 2, 15, 45, 120, 180])))
    let end = Vector(dx: cosine * half.dx - sine * half.dy, dy: sine * half.dx + cosine * half.dy) * scale
    let way = random.isOne(in: 2) ? near(length()) : .zero
    let count = 1 + random.below(4)
    let step = random.element(of: [16, 16, 40, 150])
    let delay = random.element(of: [0, 0, 0, 10, 120, 600])
    /// Of the finger that starts on this side of the center.
    func ways(_ side: Double) -> [Vector] {
      (1...count).map { ((end - half) * side + way) * (Double($0) / Double(count)) }
    }
    add(
      Stroke(start: center + half, time: start, ways: ways(1), stay: delay, step: step, lift: pause()))
    // Now and then a finger lifts in the frame in which the other one still moves.
    let liftsEarly = random.isOne(in: 4)
    add(
      Stroke(
        start: center - half, time: start + delay, ways: ways(-1).dropLast(liftsEarly ? 1 : 0), step: step,
        lift: liftsEarly ? step : pause()))
  }

  // MARK: Strokes

  /// One finger, from down to up. Times are in milliseconds.
  private struct Stroke {
    let start: Point
    let time: Int
    /// The places of its moves, from the start.
    var ways: [Vector] = []
    /// The time before the first move, in addition to a step.
    var stay = 0
    /// The time between moves.
    var step = 16
    /// The time from the last move to the lift; 0 to lift in the frame of the last move.
    let lift: Int
  }

  /// Adds the touches of a stroke.
  ///
  /// - Returns: the time of the lift.
  @discardableResult private mutating func add(_ stroke: Stroke) -> Int {
    let id = (1...).first { id in
      guard let free = busy[id] else { return true }
      return free.map { $0 < stroke.time } ?? false
    }!
    var (time, place) = (stroke.time, stroke.start)
    var touches: [Pending] = []
    func add(_ phase: TouchPhase) {
      let whole = Point(x: place.x.rounded(), y: place.y.rounded())
      touches.append(Pending(time: time, touch: Touch(id: id, phase, at: whole)))
    }
    add(.down)
    time += stroke.stay
    for way in stroke.ways {
      time += stroke.step
      place = stroke.start + way
      add(.move)
    }
    // A finger that stays down is lifted at the end.
    let end: TouchPhase? = random.element(of: [.up, .up, .up, .up, .up, .up, .up, .cancel, .cancel, nil])
    if let end {
      if stroke.lift == 0, !stroke.ways.isEmpty { touches.removeLast() } else { time += max(stroke.lift, 1) }
      add(end)
    }
    busy.updateValue(end == nil ? nil : time, forKey: id)
    pending += touches
    // A stable order: the touches of one instant stay in the order of their strokes.
    pending = pending.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    return time
  }

  // MARK: Lengths and times

  private mutating func length() -> Double {
    random.element(of: [2, 6, 9, 12, 20, 50, 100, reach / 3, reach])
  }

  private mutating func pause() -> Int { random.element(of: [0, 1, 16, 16, 60, 300]) }

  /// A vector of at most this length, often along an axis.
  private mutating func near(_ length: Double) -> Vector {
    let angle = random.isOne(in: 2) ? Angle(degrees: Double(random.below(8)) * 45) : random.angle()
    return polar(length * random.element(of: [0, 0.5, 1, 1]), angle)
  }

  private func polar(_ length: Double, _ angle: Angle) -> Vector {
    let (sine, cosine) = Trigonometry.sineAndCosine(angle)
    return Vector(dx: cosine, dy: sine) * length
  }

  /// Divides a way.
  private mutating func steps(_ way: Vector, most: Int = 5) -> [Vector] {
    let count = 1 + random.below(most)
    return (1...count).map { way * (Double($0) / Double(count)) }
  }
}

extension SplitMix64 {
  package mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  /// From 0 to less than 1.
  package mutating func share() -> Double { Double(next() >> 11) * 0x1p-53 }

  fileprivate mutating func isOne(in count: Int) -> Bool { below(count) == 0 }
  fileprivate mutating func element<Element>(of list: [Element]) -> Element { list[below(list.count)] }
  fileprivate mutating func angle() -> Angle { Angle(degrees: share() * 360) }
}
