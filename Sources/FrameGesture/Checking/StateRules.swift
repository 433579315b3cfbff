import FrameGeometry

/// The rules that recognizers keep whatever fingers do: the transitions of UIKit's state machine, and values that agree
/// with their changes.
package struct StateRules: Sendable {
  /// A rule that a recognizer has broken.
  package struct Violation: Equatable, Sendable {
    package enum Rule: Equatable, Sendable {
      /// A transition that the state machine does not have.
      case transition(from: GestureState, to: GestureState)
      /// An event before the last one.
      case timeGoesBack
      case notFinite
      /// The changes since the beginning do not add up to the value.
      case unequalChanges
      /// It is in progress, but no finger is down.
      case unfinished
      /// It is in progress at the same time as another, which the two may not be.
      case together(with: String)
    }

    package let rule: Rule
    /// The name of the recognizer.
    package let recognizer: String

    package init(_ rule: Rule, of recognizer: String) { (self.rule, self.recognizer) = (rule, recognizer) }
  }

  /// The last event of a recognizer, and the sum of the changes since it left `possible`.
  fileprivate struct Progress {
    var event: GestureEvent
    var translation = Vector.zero
    var scale = 1.0
    var rotation = 0.0
  }

  private var time = -Double.infinity
  /// The recognizers between their beginning and their end, by number.
  private var inProgress: [Int: Progress] = [:]

  package init() {}

  /// Checks the next event.
  ///
  /// - Returns: the first rule that it breaks; nil if it breaks none.
  package mutating func check(_ event: GestureEvent) -> Violation? {
    rule(brokenBy: event).map { Violation($0, of: event.name) }
  }

  private mutating func rule(brokenBy event: GestureEvent) -> Violation.Rule? {
    guard event.time >= time else { return .timeGoesBack }
    time = event.time
    // A recognizer that has ended is `possible` again without an event.
    let from = inProgress[event.recognizer]?.event.state ?? .possible
    guard from.canBecome(event.state) else { return .transition(from: from, to: event.state) }
    guard event.value.isFinite else { return .notFinite }
    guard event.isAction else { return nil }
    var progress = inProgress[event.recognizer] ?? Progress(event: event)
    progress.event = event
    progress.translation = progress.translation + event.value.translationChange
    progress.scale *= event.value.scaleChange
    progress.rotation += event.value.rotationChange
    inProgress[event.recognizer] = event.state.isFinal ? nil : progress
    guard progress.agrees else { return .unequalChanges }
    return nil
  }

  /// Checks the recognizers after a frame of touches.
  package func check(_ session: GestureSession) -> Violation? {
    if session.touchesDown.isEmpty,
      let left = inProgress.values.first(where: { session.isAttached($0.event.recognizer) })
    {
      return Violation(.unfinished, of: left.event.name)
    }
    return session.rivals.map { Violation(.together(with: session.name(of: $1)), of: session.name(of: $0)) }
  }
}

extension StateRules.Progress {
  /// Sums of many changes are rounded.
  private static let tolerance = 1e-6

  fileprivate var agrees: Bool {
    let value = event.value
    func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= Self.tolerance * max(1, abs(b)) }
    return isClose(translation.dx, value.translation.dx) && isClose(translation.dy, value.translation.dy)
      && isClose(scale, value.scale) && isClose(rotation, value.rotation)
  }
}

extension GestureValue {
  fileprivate var isFinite: Bool {
    [
      location.x, location.y, translation.dx, translation.dy, scale, rotation, panVelocity.dx, panVelocity.dy,
      scaleVelocity, rotationVelocity,
    ].allSatisfy(\.isFinite)
  }
}

extension GestureSession {
  /// Two recognizers that are in progress, share a touch, and may not be in progress at the same time.
  fileprivate var rivals: (Int, Int)? {
    guard inProgress.count > 1 else { return nil }
    let numbers = inProgress.sorted()
    for (index, first) in numbers.enumerated() {
      for second in numbers[(index + 1)...]
      where !self[first].simultaneous.contains(second) && active[first].sharesTouch(with: active[second]) {
        return (first, second)
      }
    }
    return nil
  }
}
