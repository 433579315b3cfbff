import FrameGeometry
import FrameGesture
import FrameText

/// Keeps the record of a run.
package final class RunLog {
  private let detail: RunRecord.Detail
  private let account: RunAccount
  package private(set) var record = RunRecord()
  /// The number of the gesture whose touches were added last.
  private var lastGesture: Int?

  package init(detail: RunRecord.Detail, account: RunAccount) {
    self.detail = detail
    self.account = account
  }

  func checkpoint() -> RunCheckpoint.Part { RunCheckpoint.part(of: self, \.record, \.lastGesture) }

  package func add(_ entry: DialogEntry, time: Double, at origin: Origin) throws(SceneError) {
    try account.hold(reported: entry.heldBytes, at: origin)
    record.dialogs.append(entry)
    try trace(.dialog(entry, time: time), at: origin)
  }

  /// - Parameter bytes: the bytes that the entry holds outside of the list.
  package func trace(
    _ entry: @autoclosure () -> TraceEntry, bytes: Int = 0, at origin: Origin
  ) throws(SceneError) {
    guard detail.contains(.trace) else { return }
    try account.hold(AllocatedBytes.growing(1, of: TraceEntry.self) + bytes, at: origin)
    record.trace.append(entry())
  }

  /// - Parameters:
  ///   - layer: Returns the name of the layer that a finger acts on, whatever is under it.
  ///   - gesture: What makes the touches.
  ///   - origins: The origins of touches that have their own, by finger.
  func add(
    _ frame: TouchFrame, layer: (Touch) -> String?, by gesture: GestureInProgress?, _ origins: [Int: Origin],
    at origin: Origin
  ) throws(SceneError) {
    guard detail.contains(.touches) else { return }
    if record.motions.isEmpty || lastGesture != gesture?.number {
      try account.hold(AllocatedBytes.growing(1, of: RecordedMotion.self), at: origin)
      record.motions.append(
        RecordedMotion(
          word: gesture?.word ?? "touch", fingers: gesture?.fingers, origin: gesture?.origin ?? origin))
      lastGesture = gesture?.number
    }
    for touch in frame.touches {
      try account.hold(AllocatedBytes.growing(1, of: RecordedTouch.self), at: origin)
      record.touches.append(
        RecordedTouch(
          time: frame.time, touch: touch, layer: layer(touch), motion: record.motions.count - 1,
          origin: origins[touch.id] ?? origin))
    }
  }

  package func add(_ effects: [GestureEffect], at origin: Origin) throws(SceneError) {
    try account.hold(AllocatedBytes.growing(effects.count, of: GestureEffect.self), at: origin)
    record.gestures += effects
  }

  func setUnanswered(_ dialog: UnansweredDialog) { record.unanswered = dialog }

  func addAnimation(until end: Double) { record.animationEnd = max(record.animationEnd, end) }

  package func addFingersLeftDown(_ fingers: [Int]) { record.fingersLeftDown += fingers }

  package func add(_ shortfalls: [TextNotice]) {
    for shortfall in shortfalls where !record.shortfalls.contains(shortfall) {
      record.shortfalls.append(shortfall)
    }
  }

  /// - Parameter image: The name of an image of one color, so that there is nothing inside its border.
  package func addUniform(_ image: String) {
    if !record.uniformImages.contains(image) { record.uniformImages.append(image) }
  }

  /// - Parameter image: The name of an image of one tone, so that there is nothing to stretch.
  package func addFlat(_ image: String) {
    if !record.flatImages.contains(image) { record.flatImages.append(image) }
  }

  package func add(_ doubt: RunRecord.FactorDoubt) {
    // A loop may make any number of different ones.
    if !record.factorDoubts.contains(where: { $0.word == doubt.word }) { record.factorDoubts.append(doubt) }
  }

  /// - Parameter used: The number of inputs that layers show.
  package func addUnusedInputs(_ total: Int, used: Int) {
    if used < total { record.unusedInputs = .init(count: total - used, total: total) }
  }
}
