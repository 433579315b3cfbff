import FrameGeometry

/// What touches follow.
package struct TouchStart: Sendable {
  /// In seconds.
  package var time = 0.0
  /// The fingers that are down, with their places.
  package var down: [Int: Point] = [:]

  package init(time: Double = 0, down: [Int: Point] = [:]) { (self.time, self.down) = (time, down) }
}

/// Finds the fewest fingers, moves and times with which a check of touches still fails: delta debugging (Zeller and
/// Hildebrandt, "Simplifying and isolating failure-inducing input", 2002) of fingers, then frames, then touches, and
/// rounder numbers at last.
///
///     var shrinker = TouchShrinker { frames throws(ScriptError) in fails(frames) ? frames.count : nil }
///     let fewest = try shrinker.shrink(frames)
package struct TouchShrinker<Failure: Error> {
  /// Returns after how many frames a check fails; nil if it does not.
  package typealias Check = ([TouchFrame]) throws(Failure) -> Int?

  /// Enough for what random fingers do; a long recording has fewer checks.
  private static var mostChecks: Int { 3000 }
  private static var mostTouches: Int { 10_000_000 }

  private let start: TouchStart
  private let check: Check
  private var checks = 0
  /// In all checks.
  private var touches = 0
  private var frames: [TouchFrame] = []

  package init(from start: TouchStart = TouchStart(), _ check: @escaping Check) {
    (self.start, self.check) = (start, check)
  }

  private var isOver: Bool { checks >= Self.mostChecks || touches >= Self.mostTouches }

  /// - Parameter frames: touches with which the check fails.
  package mutating func shrink(_ frames: [TouchFrame]) throws(Failure) -> [TouchFrame] {
    (self.frames, checks, touches) = (frames, 0, 0)
    try removeWhatIsNotNeeded()
    // A longer way of one finger may do what several ways do.
    let near = self.frames
    if try keep(near.movingFarther(by: 16)) {
      try removeWhatIsNotNeeded()
      if self.frames.touches >= near.touches { self.frames = near }
    }
    try shortenTimes()
    try shortenWays()
    try roundPlaces()
    return self.frames
  }

  private mutating func removeWhatIsNotNeeded() throws(Failure) {
    var before: [TouchFrame] = []
    while before != frames, !isOver {
      before = frames
      try removeFingers()
      try removeFrames()
      try removeTouches()
      try mergeTimes()
    }
  }

  /// Keeps other touches if the check still fails with them.
  ///
  /// - Returns: whether it does.
  @discardableResult private mutating func keep(_ candidate: [TouchFrame]) throws(Failure) -> Bool {
    guard !isOver else { return false }
    let legal = candidate.legal(after: start)
    (checks, touches) = (checks + 1, touches + legal.touches)
    guard legal != frames, let count = try check(legal) else { return false }
    frames = Array(legal.prefix(count))
    return true
  }

  private mutating func removeFingers() throws(Failure) {
    for finger in Set(frames.flatMap(\.touches).map(\.id)).sorted() {
      try keep(frames.map { frame in frame.keeping { $0.id != finger } })
    }
  }

  /// In ever smaller pieces.
  private mutating func removeFrames() throws(Failure) {
    var size = max(1, frames.count / 2)
    while true {
      var start = 0
      while start < frames.count {
        let end = min(start + size, frames.count)
        if try !keep(Array(frames[..<start] + frames[end...])) { start = end }
      }
      if size == 1 { return }
      size /= 2
    }
  }

  private mutating func removeTouches() throws(Failure) {
    var (frame, touch) = (0, 0)
    while frame < frames.count {
      guard touch < frames[frame].touches.count else {
        (frame, touch) = (frame + 1, 0)
        continue
      }
      var candidate = frames
      candidate[frame].touches.remove(at: touch)
      if try !keep(candidate) { touch += 1 }
    }
  }

  /// Lets the touches of two instants happen at one.
  private mutating func mergeTimes() throws(Failure) {
    var index = 1
    while index < frames.count {
      let fingers = Set(frames[index - 1].touches.map(\.id))
      var candidate = frames
      let later = candidate.remove(at: index).touches
      candidate[index - 1].touches += later
      let isPossible = !later.isEmpty && fingers.isDisjoint(with: later.map(\.id))
      if isPossible, try keep(candidate) { continue }
      index += 1
    }
  }

  private mutating func shortenTimes() throws(Failure) {
    for index in frames.indices {
      guard index < frames.count else { return }
      let start = index == 0 ? start.time : frames[index - 1].time
      let gap = frames[index].time - start
      for shorter in [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]
      where shorter < gap && (index == 0 || shorter > 0) {
        var candidate = frames
        for later in index..<frames.count { candidate[later].time += start + shorter - frames[index].time }
        if try keep(candidate.map(\.inMilliseconds)) { break }
      }
    }
  }

  /// Halves the ways of fingers.
  private mutating func shortenWays() throws(Failure) {
    var starts = start.down
    for frame in frames.indices {
      guard frame < frames.count else { return }
      for touch in frames[frame].touches.indices {
        let (id, phase) = (frames[frame].touches[touch].id, frames[frame].touches[touch].phase)
        if phase == .down { starts[id] = frames[frame].touches[touch].location }
        guard phase != .down, let start = starts[id] else { continue }
        var isShorter = true
        while isShorter, frame < frames.count, touch < frames[frame].touches.count {
          let way = frames[frame].touches[touch].location - start
          guard way.length >= 2 else { break }
          var candidate = frames
          candidate[frame].touches[touch].location = start + way * 0.5
          isShorter = try keep(candidate)
        }
      }
    }
  }

  private mutating func roundPlaces() throws(Failure) {
    for frame in frames.indices {
      guard frame < frames.count else { return }
      for touch in frames[frame].touches.indices {
        try round(frame, touch, \.x)
        try round(frame, touch, \.y)
      }
    }
  }

  /// Rounds a coordinate to a multiple of a large number if it can.
  private mutating func round(
    _ frame: Int, _ touch: Int, _ axis: WritableKeyPath<Point, Double>
  ) throws(Failure) {
    for step in [100.0, 50, 10, 1] {
      for rule in [FloatingPointRoundingRule.toNearestOrAwayFromZero, .down, .up] {
        guard frame < frames.count, touch < frames[frame].touches.count else { return }
        let number = frames[frame].touches[touch].location[keyPath: axis]
        let rounded = (number / step).rounded(rule) * step
        guard rounded != number else { return }
        var candidate = frames
        // No negative zero.
        candidate[frame].touches[touch].location[keyPath: axis] = rounded + 0
        // Fingers stay apart.
        let place = candidate[frame].touches[touch].location
        guard candidate[frame].touches.count(where: { $0.location == place }) == 1 else { continue }
        if try keep(candidate) { return }
      }
    }
  }
}

extension TouchFrame {
  fileprivate func keeping(_ isKept: (Touch) -> Bool) -> TouchFrame {
    TouchFrame(time: time, touches: touches.filter(isKept))
  }

  fileprivate var inMilliseconds: TouchFrame {
    TouchFrame(time: (time * 1000).rounded() / 1000, touches: touches)
  }
}

extension [TouchFrame] {
  /// The number of touches.
  package var touches: Int { reduce(0) { $0 + $1.touches.count } }

  /// Multiplies the way of every finger since it came down.
  fileprivate func movingFarther(by factor: Double) -> [TouchFrame] {
    var starts: [Int: Point] = [:]
    return map { frame in
      var frame = frame
      for index in frame.touches.indices {
        let touch = frame.touches[index]
        if touch.phase == .down { starts[touch.id] = touch.location }
        guard let start = starts[touch.id] else { continue }
        frame.touches[index].location = start + (touch.location - start) * factor
      }
      return frame
    }
  }

  /// Touches that can follow each other: a finger that is not down does not move, and one that is down does not come down
  /// again. Frames that lose all of their touches are removed; new fingers are numbered from 1.
  fileprivate func legal(after start: TouchStart) -> [TouchFrame] {
    var numbers = Dictionary(uniqueKeysWithValues: start.down.keys.map { ($0, $0) })
    var down = start.down
    return compactMap { frame in
      var touches: [Touch] = []
      for var touch in frame.touches where (touch.phase == .down) == (down[touch.id] == nil) {
        let id = touch.id
        let isUp = touch.phase == .up || touch.phase == .cancel
        down[id] = isUp ? nil : touch.location
        touch.id = numbers[id] ?? (1...).first { !numbers.values.contains($0) }!
        numbers[id] = touch.id
        touches.append(touch)
      }
      guard !touches.isEmpty || frame.touches.isEmpty else { return nil }
      return TouchFrame(time: frame.time, touches: touches)
    }
  }
}
