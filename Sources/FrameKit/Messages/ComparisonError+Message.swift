import FrameCompare
import FrameModel

extension ComparisonError {
  public var message: Message {
    switch self {
    case .everythingIgnored:
      Message("every pixel is ignored", note: "nothing was compared: leave some to look at")
    case .maskSize(let size, let needed):
      Message(
        "the mask is \(size.width) x \(size.height), what is compared \(needed.width) x \(needed.height)",
        note: "a mask has a pixel for each that is compared")
    }
  }
}
