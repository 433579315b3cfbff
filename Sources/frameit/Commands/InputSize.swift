import ArgumentParser
import FrameModel

/// `W,H`
struct InputSize {
  var size: PixelSize

  static func reading(_ text: String) throws -> InputSize {
    try OptionValue.reading(
      { InputSize($0) },
      "W,H: a width and a height in pixels, from 1 to \(PixelSize.maximumSide), such as 640,480")(text)
  }

  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      let size = PixelSize(width: width, height: height)
    else { return nil }
    self.size = size
  }
}
