import FrameEngine
import FrameScene

extension FrameProblem {
  package var message: Message {
    switch self {
    case .formatHoldsOneFrame(let format, let frames):
      Message(
        "the image has \(frames) frames, but \(format) stores only one",
        hint: "PNG, GIF and WebP store all of them")
    case .formatHoldsNoSequence(let format, let frames):
      Message(
        "the edit has \(frames) frames, but \(format.title) stores only one",
        hint: "PNG, GIF and WebP store all of them")
    case .noSuchFrame(let index, 0):
      Message("there is no frame \(index): the edit has no image")
    case .noSuchFrame(let index, 1):
      Message("there is no frame \(index)", hint: "only frame 0 can be read")
    case .noSuchFrame(let index, let count):
      Message("there is no frame \(index)", hint: "the frames are numbered from 0 to \(count - 1)")
    }
  }
}
