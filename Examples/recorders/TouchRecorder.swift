// Records the touches of an iOS app as lines of JSON for frameit.

import UIKit

/// A window that writes down every touch before the app receives it.
///
/// Create it instead of `UIWindow`, in the scene delegate. Share `recording` from a debug menu, or print it.
final class TouchRecorderWindow: UIWindow {
  /// The lines so far: one JSON object for each event of a finger.
  private(set) var recording = ""

  private var start: TimeInterval?
  private var now: TimeInterval = 0
  private var ids: [ObjectIdentifier: Int] = [:]
  private var times: [Int: TimeInterval] = [:]

  override func sendEvent(_ event: UIEvent) {
    if event.type == .touches {
      record(event.touches(for: self) ?? [], event)
    }
    super.sendEvent(event)
  }

  /// Forgets the recording. The next touch has the time 0.
  func clear() {
    (recording, start, now, ids, times) = ("", nil, 0, [:], [:])
  }

  private func record(_ touches: Set<UITouch>, _ event: UIEvent) {
    var samples: [(touch: UITouch, id: Int, phase: UITouch.Phase, at: UITouch)] = []
    for touch in touches where touch.type == .direct {
      let key = ObjectIdentifier(touch)
      if touch.phase == .began {
        ids[key] = (1...).first { !ids.values.contains($0) }
      }
      // A touch that was down before the recording began has no ID.
      guard let id = ids[key], touch.phase != .stationary else { continue }
      // A fast screen samples a finger several times for each event.
      let all = touch.phase == .moved ? event.coalescedTouches(for: touch) ?? [touch] : [touch]
      samples += all.map { (touch, id, touch.phase, $0) }
    }
    for sample in samples.sorted(by: { ($0.at.timestamp, $0.id) < ($1.at.timestamp, $1.id) }) {
      write(sample.id, sample.phase, sample.at)
      if sample.phase == .ended || sample.phase == .cancelled {
        ids[ObjectIdentifier(sample.touch)] = nil
      }
    }
  }

  private func write(_ id: Int, _ phase: UITouch.Phase, _ touch: UITouch) {
    start = start ?? touch.timestamp
    now = max(now, touch.timestamp - start!)
    // frameit allows one event of a finger at a time.
    if times[id] == now { now += 0.0001 }
    times[id] = now
    let place = touch.preciseLocation(in: self)
    let name = [.began: "down", .moved: "move", .ended: "up", .cancelled: "cancel"][phase] ?? "move"
    recording += "{\"id\":\(id),\"phase\":\"\(name)\",\"t\":\(now),\"x\":\(place.x),\"y\":\(place.y)}\n"
  }
}
