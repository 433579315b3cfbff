import FrameCodec
import FrameModel

/// Where the bytes of images come from: files for the program, memory for a test.
public protocol ImageHost {
  var inputCount: Int { get }

  /// The n-th input, from 1; nil where there are not so many.
  func input(_ number: Int) throws -> NamedInput?

  /// An image that a script names.
  func file(_ path: String) throws -> NamedInput

  /// All bytes of a font that a script names.
  ///
  /// - Parameter limit: how many may be read.
  func font(_ path: String, limit: Int) throws -> [UInt8]

  /// The paths of the files in a folder that a script names, in the order of their names.
  func folder(_ path: String) throws -> [String]
}

/// Bytes, and the name under which people know them.
public struct NamedInput {
  public var name: String
  public var bytes: ByteInput

  public init(name: String, bytes: ByteInput) {
    self.name = name
    self.bytes = bytes
  }
}
