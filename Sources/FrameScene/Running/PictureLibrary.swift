import FrameModel

/// Where a running script gets its pictures' headers from. What it throws passes through, with the
/// place in the script, as `PictureError`.
public protocol PictureLibrary {
  /// How many inputs there are.
  var inputCount: Int { get }

  /// The n-th input, from 1.
  ///
  /// - Returns: nil where there are not so many.
  mutating func input(_ number: Int) throws -> Picture?

  /// A picture by its path, as the script has it.
  mutating func file(_ path: String) throws -> Picture

  /// The paths of the pictures in a folder, as `file` takes them, in the order of their names.
  mutating func folder(_ path: String) throws -> [String]
}

/// A picture that a script asked for and did not get.
public struct PictureError: Error {
  public var underlying: any Error
  /// Where the script names it; nil for an input, which the script does not name.
  public var position: ScriptPosition?
}

/// What a script may know of its run.
public struct RunContext: Sendable {
  /// `$index`, from 0.
  public var index: Int
  /// `$stem`
  public var stem: String
  public var seed: UInt64
  /// What `-D` set.
  public var parameters: [String: Value]
  /// True where pictures that are not given are stood for by cards as large as the canvas.
  public var usesPlaceholders: Bool

  public init(
    index: Int = 0, stem: String = "", seed: UInt64 = 0, parameters: [String: Value] = [:],
    usesPlaceholders: Bool = false
  ) {
    self.index = index
    self.stem = stem
    self.seed = seed
    self.parameters = parameters
    self.usesPlaceholders = usesPlaceholders
  }
}
