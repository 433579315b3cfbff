import FrameGeometry
import FrameGesture
import FrameScript
import FrameText

/// Keeps what a run reports: its record, and the expectations that failed.
final class RunLog {
  private let detail: RunRecord.Detail
  private let account: RunAccount
  private(set) var record = RunRecord()
  /// In the order of the run.
  private(set) var failedExpectations: [ScriptError] = []

  init(detail: RunRecord.Detail, account: RunAccount) {
    self.detail = detail
    self.account = account
  }

  func add(_ entry: DialogEntry, time: Double, at place: ScriptPosition) throws(ScriptError) {
    try account.hold(reported: entry.heldBytes, at: place)
    record.dialogs.append(entry)
    try trace(.dialog(entry, time: time), at: place)
  }

  /// - Parameter bytes: the bytes that the entry holds outside of the list.
  func trace(
    _ entry: @autoclosure () -> TraceEntry, bytes: Int = 0, at place: ScriptPosition
  ) throws(ScriptError) {
    guard detail.contains(.trace) else { return }
    try account.hold(AllocatedBytes.growing(1, of: TraceEntry.self) + bytes, at: place)
    record.trace.append(entry())
  }

  /// - Parameter layer: Returns the name of the layer that a finger acts on, whatever is under it.
  func add(
    _ frame: TouchFrame, layer: (Touch) -> String?, at place: ScriptPosition
  ) throws(ScriptError) {
    guard detail.contains(.touches) else { return }
    for touch in frame.touches {
      try account.hold(AllocatedBytes.growing(1, of: RecordedTouch.self), at: place)
      record.touches.append(RecordedTouch(time: frame.time, touch: touch, layer: layer(touch)))
    }
  }

  func add(_ effects: [GestureEffect], at place: ScriptPosition) throws(ScriptError) {
    try account.hold(AllocatedBytes.growing(effects.count, of: GestureEffect.self), at: place)
    record.gestures += effects
  }

  func addFingersLeftDown(_ fingers: [Int]) { record.fingersLeftDown += fingers }

  func add(_ shortfalls: [TextNotice]) {
    for shortfall in shortfalls where !record.shortfalls.contains(shortfall) {
      record.shortfalls.append(shortfall)
    }
  }

  /// - Parameter image: The name of an image of one color, so that there is nothing inside its border.
  func addUniform(_ image: String) {
    if !record.uniformImages.contains(image) { record.uniformImages.append(image) }
  }

  /// - Parameter image: The name of an image of one tone, so that there is nothing to stretch.
  func addFlat(_ image: String) {
    if !record.flatImages.contains(image) { record.flatImages.append(image) }
  }

  /// - Parameter used: The number of inputs that layers show.
  func addUnusedInputs(_ total: Int, used: Int) {
    if used < total { record.unusedInputs = .init(count: total - used, total: total) }
  }

  func addFailure(
    of what: String, expected: String, found: String, at place: ScriptPosition
  ) throws(ScriptError) {
    let bytes = AllocatedBytes.growing(1, of: ScriptError.self) + 2 * AllocatedBytes.header
    try account.hold(reported: bytes.adding(expected.heldBytes).adding(found.heldBytes), at: place)
    failedExpectations.append(
      ScriptError(.expectationFailed(what, expected: expected, found: found), at: place))
  }
}
