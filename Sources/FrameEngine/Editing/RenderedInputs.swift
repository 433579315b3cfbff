import FrameCodec
import FrameFiles
import FrameGeometry
import FrameImage

/// The frames of animated images that an edit uses.
public enum FrameChoice: Hashable, Sendable {
  /// All frames, if the output can hold them.
  case all
  /// The frame with this index, counted from 0. Shorter images show their last frame, and still images their only one.
  case one(Int)
}

/// The images of an edit, and the frames of them that it uses.
struct RenderedInputs {
  /// The images of the plan, in its order. In a sequence, the other images that it shows follow.
  let images: [OpenImage]
  let colors: ColorManagement
  let frames: FrameChoice
  /// The places of the images that are gain maps. They are not salvaged: what replaces missing samples would be a gain.
  var gainMaps: Set<Int> = []
  /// The store that keeps decoded images for other edits; nil without one.
  var decoded: DecodedImages?
  /// True if images may be averages of larger ones that are kept.
  var isPreview = false

  var firstAnimated: OpenImage? { images.first { $0.header.frames > 1 } }

  /// The number of frames and the loop count of the first animated image; nil without one, and if a single frame is
  /// used.
  var animation: Animation? {
    guard frames == .all, let header = firstAnimated?.header else { return nil }
    return Animation(frames: header.frames, loopCount: header.loopCount)
  }

  /// Returns the frame of an image that a frame of the output shows.
  func usedFrame(of image: OpenImage, for frame: Int) -> Int {
    let count = image.header.frames
    return if case .one(let index) = frames { min(index, count - 1) } else { frame % count }
  }

  /// Checks that the chosen frame exists.
  ///
  /// - Throws: `EditFailure.frames`
  func checkFrameChoice() throws(EditFailure) {
    guard case .one(let index) = frames else { return }
    let animated = firstAnimated
    let count = animated?.header.frames ?? (images.isEmpty ? 0 : 1)
    guard index == 0 || index < count else {
      throw .frames(.noSuchFrame(index, of: count), name: (animated ?? images.first)?.name)
    }
  }

  /// Checks from headers alone that the total of decoded pixels is at most `Limits.work`.
  ///
  /// - Parameters:
  ///   - reductions: The shrink factors of the images.
  ///   - count: How often each image is read, if all frames are used.
  /// - Throws: `EditFailure.input` for an image that takes too much work.
  func checkWork(_ reductions: [ShrinkFactor], times count: Int, _ limits: Limits) throws(EditFailure) {
    for (image, reduction) in zip(images, reductions) {
      let header = image.header
      let decoded =
        switch frames {
        // Includes the frames that the used frame is composed over.
        case .one(let index): header.arePages ? 1 : min(index, header.frames - 1) + 1
        case .all: count
        }
      let size = header.reductions.contains(reduction) ? header.size.reduced(by: reduction) : header.size
      try converting(limits.check(frames: decoded, of: size)) { (error: LimitExceeded) in
        EditFailure.input(FileError(image.name, .unreadable(.limit(error))), at: nil)
      }
    }
  }
}
