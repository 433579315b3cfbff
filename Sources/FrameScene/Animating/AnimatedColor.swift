import FrameRender
import FrameScript

extension AnimatedColor {
  /// The number that changes nothing.
  var unchanged: Double {
    switch self {
    case .brightness, .contrast, .saturation: 1
    case .exposure, .hue, .temperature, .tint, .grayscale, .sepia, .invert: 0
    }
  }

  /// Returns the edit with a number. An easing may leave the range between two numbers, but not that of the edit.
  func edit(_ number: Double) -> ColorEdit {
    let (factor, share) = (max(number, 0), min(max(number, 0), 1))
    switch self {
    case .exposure: return .exposure(number)
    case .brightness: return .brightness(factor)
    case .contrast: return .contrast(factor)
    case .saturation: return .saturation(factor)
    case .hue: return .hue(degrees: number)
    case .temperature: return .temperature(mired: min(max(number, -100), 100))
    case .tint: return .tint(number)
    case .grayscale: return .grayscale(amount: share, weights: .css)
    case .sepia: return .sepia(amount: share)
    case .invert: return .invert(amount: share)
    }
  }

  /// Returns the number of an edit of this kind.
  func number(of edit: ColorEdit) -> Double {
    switch (self, edit) {
    case (.exposure, .exposure(let number)), (.brightness, .brightness(let number)),
      (.contrast, .contrast(let number)), (.saturation, .saturation(let number)),
      (.hue, .hue(let number)), (.temperature, .temperature(let number)), (.tint, .tint(let number)),
      (.grayscale, .grayscale(let number, _)), (.sepia, .sepia(let number)), (.invert, .invert(let number)):
      number
    default: preconditionFailure("another edit")
    }
  }
}
