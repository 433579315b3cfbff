import FrameModel

/// Where a running script gets its pictures' headers from.
///
/// A library says no more than that there is no such picture; why not stays with it, and with whoever
/// handed it in.
public protocol PictureLibrary {
  /// How many inputs there are.
  var inputCount: Int { get }

  /// The n-th input, from 1.
  ///
  /// - Returns: nil where there are not so many.
  mutating func input(_ number: Int) throws(NoPicture) -> Picture?

  /// A picture by its path, as the script has it.
  mutating func file(_ path: String) throws(NoPicture) -> Picture

  /// The paths of the pictures in a folder, as `file` takes them, in the order of their names.
  mutating func folder(_ path: String) throws(NoPicture) -> [String]
}

/// There is no such picture, or it cannot be read.
public struct NoPicture: Error {
  public init() {}
}
