import FrameImage
import FrameRender
import FrameScript

/// The images of a running script. A missing image is an error at its position in the script.
struct ScriptImages {
  private var library: any ImageLibrary
  /// True if cards as large as the canvas replace missing inputs.
  let usesPlaceholders: Bool
  /// The first input, which determines the canvas's default size.
  private(set) var first: SourceImage?
  private var inputs = InputCounter()

  init(_ library: any ImageLibrary, usesPlaceholders: Bool) {
    self.library = library
    self.usesPlaceholders = usesPlaceholders
  }

  mutating func findFirst() throws(ScriptError) {
    first = try Self.find(.input(1), in: &self.library, at: ScriptPosition()) {
      library throws(ImageUnavailable) in try library.input(1)
    }
  }

  /// The highest input that a layer has taken; 0 for none.
  var highestInput: Int { inputs.highest }

  /// Returns the next input that no layer has.
  mutating func nextInput(at position: ScriptPosition) throws(ScriptError) -> SourceImage? {
    try input(inputs.next(), at: position)
  }

  /// - Parameter number: from 1.
  /// - Returns: nil for a placeholder.
  mutating func input(_ number: Int, at position: ScriptPosition) throws(ScriptError) -> SourceImage? {
    inputs.take(number)
    let found = try Self.find(.input(number), in: &library, at: position) {
      library throws(ImageUnavailable) in try library.input(number)
    }
    guard found != nil || usesPlaceholders else {
      throw ScriptError(.inputMissing(number, given: library.inputCount), at: position)
    }
    return found
  }

  mutating func file(_ path: String, at position: ScriptPosition) throws(ScriptError) -> SourceImage {
    try Self.find(.file(path), in: &library, at: position) { library throws(ImageUnavailable) in
      try library.file(path)
    }
  }

  /// Returns the paths of the images in a folder: at least one.
  mutating func folder(_ path: String, at position: ScriptPosition) throws(ScriptError) -> [String] {
    let names = try Self.find(.folder(path), in: &library, at: position) { library throws(ImageUnavailable) in
      try library.folder(path)
    }
    guard !names.isEmpty else { throw ScriptError(.emptyFolder(path), at: position) }
    return names
  }

  private static func find<R>(
    _ request: ImageRequest, in library: inout any ImageLibrary, at position: ScriptPosition,
    _ find: (inout any ImageLibrary) throws(ImageUnavailable) -> R
  ) throws(ScriptError) -> R {
    do throws(ImageUnavailable) {
      return try find(&library)
    } catch {
      throw ScriptError(.noImage(request), at: position)
    }
  }
}
