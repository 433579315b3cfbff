import FrameGeometry
import FrameImage
import FramePlan

/// Provides the headers of the images of a scene.
///
/// A library only says that an image is unavailable, by `SceneProblem.noImage` without an origin; the reason is known to
/// it and its owner.
package protocol ImageLibrary {
  /// The number of inputs.
  var inputCount: Int { get }

  /// Returns the n-th input, from 1.
  ///
  /// - Returns: nil if there are fewer.
  mutating func input(_ number: Int) throws(SceneError) -> SourceImage?

  /// Returns what is known of the n-th input beside its size.
  ///
  /// - Returns: nil if there are fewer, or nothing is known.
  mutating func details(ofInput number: Int) throws(SceneError) -> InputDetails?

  /// Returns an image by its path.
  mutating func file(_ path: String) throws(SceneError) -> SourceImage

  /// Returns the paths of the images in a folder, for `file`, sorted by name.
  mutating func folder(_ path: String) throws(SceneError) -> [String]

  /// Reads the pixels of an image and returns the point that a window should show in its middle, so that it contains
  /// what attracts attention.
  ///
  /// - Parameters:
  ///   - image: An image of this library.
  ///   - part: The part of the upright image that the window may show, in its pixels.
  ///   - window: The size of the window, in the same pixels: at most that of the part.
  mutating func attention(
    in image: SourceImage, part: Rect, window: Size
  ) throws(SceneError) -> Point

  /// Reads the pixels of an image and returns what is inside its border.
  ///
  /// - Parameters:
  ///   - image: An image of this library.
  ///   - part: The part of the upright image that is shown, in its whole pixels.
  /// - Returns: The smallest part of that part with all pixels that do not have the border's color; nil without such
  ///   pixels.
  mutating func contents(
    of image: SourceImage, in part: Rect, within border: ImageBorder
  ) throws(SceneError) -> Rect?

  /// Reads the pixels of an image and returns the range of each channel's samples.
  ///
  /// - Parameters:
  ///   - image: An image of this library.
  ///   - part: The part of the upright image that is read, in its whole pixels.
  ///   - share: The share of the part's pixels that may be below the range, and above it: less than one half.
  /// - Returns: nil if no pixel is visible.
  mutating func tones(
    of image: SourceImage, in part: Rect, clipping share: Double
  ) throws(SceneError) -> ToneRanges?

  /// Returns the boxes of an image in a file, in the image's upright pixels, the most important ones first.
  ///
  /// - Returns: nil if the file has boxes of other images only.
  mutating func boxes(_ path: String, of image: SourceImage) throws(SceneError) -> [Rect]?
}

/// The answers of a library without pixels and files, whose images are all alike.
extension ImageLibrary {
  package mutating func details(ofInput number: Int) -> InputDetails? { nil }

  package mutating func attention(
    in image: SourceImage, part: Rect, window: Size
  ) throws(SceneError) -> Point { Point(x: part.midX, y: part.midY) }

  package mutating func contents(
    of image: SourceImage, in part: Rect, within border: ImageBorder
  ) throws(SceneError) -> Rect? { part }

  package mutating func tones(
    of image: SourceImage, in part: Rect, clipping share: Double
  ) throws(SceneError) -> ToneRanges? { nil }

  package mutating func boxes(_ path: String, of image: SourceImage) throws(SceneError) -> [Rect]? {
    []
  }
}

/// Properties of an input. Those that its file does not have are nil.
package struct InputDetails: Sendable {
  package var format: String
  package var frames: Int
  /// The day on which it was taken: "2026-11-21".
  package var date: String?
  /// The time of that day: "22:19:51".
  package var timeOfDay: String?
  package var camera: String?

  package init(format: String, frames: Int, date: String?, timeOfDay: String?, camera: String?) {
    (self.format, self.frames, self.date) = (format, frames, date)
    (self.timeOfDay, self.camera) = (timeOfDay, camera)
  }
}

/// A border of one color around an image.
package struct ImageBorder: Hashable, Sendable {
  /// nil for the color of the upper left pixel.
  package var color: Color?
  /// How much each sample may differ from it, as a share of the samples' range.
  package var tolerance: Double

  package init(color: Color? = nil, tolerance: Double = 0) {
    (self.color, self.tolerance) = (color, tolerance)
  }
}
