import FrameModel

/// Where a running script gets its images' headers from.
///
/// A library says no more than that there is no such image; why not stays with it, and with whoever
/// handed it in.
public protocol ImageLibrary {
  /// How many inputs there are.
  var inputCount: Int { get }

  /// The n-th input, from 1.
  ///
  /// - Returns: nil where there are not so many.
  mutating func input(_ number: Int) throws(ImageUnavailable) -> SourceImage?

  /// An image by its path, as the script has it.
  mutating func file(_ path: String) throws(ImageUnavailable) -> SourceImage

  /// The paths of the images in a folder, as `file` takes them, in the order of their names.
  mutating func folder(_ path: String) throws(ImageUnavailable) -> [String]
}

/// There is no such image, or it cannot be read.
public struct ImageUnavailable: Error {
  public init() {}
}
