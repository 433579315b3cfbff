/// One finger at one instant.
public struct Touch: Hashable, Sendable {
  /// The finger's number. A finger that has gone up can go down again with the same number.
  public var id: Int
  public var phase: TouchPhase
  /// On the canvas. For a finger that goes up or is canceled, its last location.
  public var location: Point

  public init(id: Int, _ phase: TouchPhase, at location: Point) {
    self.id = id
    self.phase = phase
    self.location = location
  }
}

/// All fingers at one instant.
public struct TouchFrame: Hashable, Sendable {
  /// In seconds of virtual time.
  public var time: Double
  public var touches: [Touch]

  public init(time: Double, touches: [Touch]) {
    self.time = time
    self.touches = touches
  }
}

/// The touch frames of a gesture in order of time. They are made one by one, not stored.
public struct TouchFrames: Sequence, Sendable {
  private let make: @Sendable () -> AnyIterator<TouchFrame>

  /// - Parameter make: starts again, with the same frames each time.
  public init(_ make: @escaping @Sendable () -> AnyIterator<TouchFrame>) {
    self.make = make
  }

  public func makeIterator() -> AnyIterator<TouchFrame> { make() }
}

/// An error in a sequence of touches.
public enum TouchProblem: Error, Hashable, Sendable {
  /// A finger moves, goes up or is canceled without being down.
  case notDown(Int)
  /// A finger goes down that is already down.
  case alreadyDown(Int)
  /// A finger has two touches in one frame.
  case twice(Int)
  /// In seconds.
  case timeGoesBack(from: Double, to: Double)
  case notFinite

  /// The finger with the error.
  public var touch: Int? {
    switch self {
    case .notDown(let id), .alreadyDown(let id), .twice(let id): id
    case .timeGoesBack, .notFinite: nil
    }
  }
}
