import ArgumentParser
import FrameModel

/// `W,H`
struct InputSize: ExpressibleByArgument {
  var size: PixelSize

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      let size = PixelSize(width: width, height: height)
    else { return nil }
    self.size = size
  }
}
