/// What one finger does at one instant.
public struct Touch: Hashable, Sendable {
  /// The finger's number. A finger that has gone up may come down again under the same one.
  public var id: Int
  public var phase: TouchPhase
  /// On the canvas. Of a finger that goes up or is cancelled, where it was last.
  public var location: Point

  public init(id: Int, _ phase: TouchPhase, at location: Point) {
    self.id = id
    self.phase = phase
    self.location = location
  }
}

/// All that fingers do at one instant.
public struct TouchFrame: Hashable, Sendable {
  /// In seconds of virtual time.
  public var time: Double
  public var touches: [Touch]

  public init(time: Double, touches: [Touch]) {
    self.time = time
    self.touches = touches
  }
}

/// The frames of a gesture, in order of time. They are made one after the other, and not held.
public struct TouchFrames: Sequence, Sendable {
  private let make: @Sendable () -> AnyIterator<TouchFrame>

  /// - Parameter make: begins anew, with the same frames each time.
  public init(_ make: @escaping @Sendable () -> AnyIterator<TouchFrame>) {
    self.make = make
  }

  public func makeIterator() -> AnyIterator<TouchFrame> { make() }
}

/// What is wrong with touches.
public enum TouchProblem: Error, Hashable, Sendable {
  /// A finger moves, goes up or is cancelled that is not down.
  case notDown(Int)
  /// A finger comes down that is down.
  case alreadyDown(Int)
  /// One finger has two touches in one frame.
  case twice(Int)
  /// In seconds.
  case timeGoesBack(from: Double, to: Double)
  case notFinite

  /// The finger that it is about.
  public var touch: Int? {
    switch self {
    case .notDown(let id), .alreadyDown(let id), .twice(let id): id
    case .timeGoesBack, .notFinite: nil
    }
  }
}
