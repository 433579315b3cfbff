import FrameModel

extension GestureState {
  /// UIKit's nine transitions. What has ended, was cancelled or has failed is forgotten when its touches
  /// are over, which is no transition that anyone hears of.
  func canBecome(_ next: GestureState) -> Bool {
    switch (self, next) {
    case (.possible, .recognized): true
    case (.possible, .failed): true
    case (.possible, .began): true
    case (.began, .changed): true
    case (.began, .ended): true
    case (.began, .cancelled): true
    case (.changed, .changed): true
    case (.changed, .ended): true
    case (.changed, .cancelled): true
    default: false
    }
  }

  /// Between its beginning and its end.
  var isActive: Bool { self == .began || self == .changed }

  /// Nothing can follow.
  var isFinal: Bool { self != .possible && !isActive }
}
