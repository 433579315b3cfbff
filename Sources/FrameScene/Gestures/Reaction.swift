import FrameGesture
import FrameScript

/// An `on` block.
struct Reaction {
  let name: String
  /// nil: once, when the gesture is recognized or begins.
  let state: GestureState?
  let block: DeferredBlock

  func reacts(to state: GestureState) -> Bool {
    switch self.state {
    case nil: state == .began || state == .recognized
    // Two states have the same meaning.
    case .ended?, .recognized?: state == .ended || state == .recognized
    case let own?: state == own
    }
  }
}
