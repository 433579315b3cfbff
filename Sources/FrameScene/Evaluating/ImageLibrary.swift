import FrameRender

/// Provides the headers of a running script's images.
///
/// A library only says that an image is unavailable; the reason is known to it and its owner.
package protocol ImageLibrary {
  /// The number of inputs.
  var inputCount: Int { get }

  /// Returns the n-th input, from 1.
  ///
  /// - Returns: nil if there are fewer.
  mutating func input(_ number: Int) throws(ImageUnavailable) -> SourceImage?

  /// Returns an image by its path in the script.
  mutating func file(_ path: String) throws(ImageUnavailable) -> SourceImage

  /// Returns the paths of the images in a folder, for `file`, sorted by name.
  mutating func folder(_ path: String) throws(ImageUnavailable) -> [String]
}

/// The image does not exist or cannot be read.
package struct ImageUnavailable: Error {
  package init() {}
}

/// Counts the inputs of a script's layers: the only place that decides how many belong together.
struct InputCounter {
  private var taken: Set<Int> = []
  private var lowest = 1

  /// The highest input taken. Inputs count from 1, and gaps count, too.
  private(set) var highest = 0

  /// Returns the next input that no layer has.
  mutating func next() -> Int {
    while taken.contains(lowest) { lowest += 1 }
    take(lowest)
    return lowest
  }

  mutating func take(_ number: Int) {
    taken.insert(number)
    highest = max(highest, number)
  }
}
