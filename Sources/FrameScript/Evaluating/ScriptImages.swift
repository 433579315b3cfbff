import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

/// The images of a running script. A missing image is an error at its position in the script.
struct ScriptImages {
  private var library: any ImageLibrary
  /// True if cards as large as the canvas replace missing inputs.
  let usesPlaceholders: Bool
  /// The first input, which determines the canvas's default size.
  private(set) var first: SourceImage?
  private var inputs = InputCounter()
  /// The names of all inputs; nil if the script does not read them.
  private let names: [InputName]?
  /// The names as the value of a variable, once it was read.
  private var nameList: ValueList?

  /// - Parameter names: The names of all inputs; nil if the script does not read them.
  init(_ library: any ImageLibrary, usesPlaceholders: Bool, names: [InputName]? = nil) {
    self.library = library
    self.usesPlaceholders = usesPlaceholders
    let placeholder = InputName(name: "placeholder", stem: "placeholder")
    self.names = names.map { $0.isEmpty && usesPlaceholders ? [placeholder] : $0 }
  }

  // MARK: All inputs

  var namesAreKnown: Bool { names != nil }

  /// The number of all inputs.
  var count: Int { names?.count ?? 0 }

  /// Returns all inputs as a list.
  mutating func list(_ account: RunAccount, at position: ScriptPosition) throws(ScriptError) -> ValueList {
    if let nameList { return nameList }
    let values = (names ?? []).enumerated().map {
      Value.input(InputValue(number: $0.offset + 1, name: $0.element.name))
    }
    let list = try limited(ValueList(values, nesting: account.limits.nesting), at: position)
    try account.hold(list.heldBytes, at: position)
    nameList = list
    return list
  }

  /// - Parameter number: From 1.
  func stem(of number: Int) -> String? {
    names.flatMap { $0.indices.contains(number - 1) ? $0[number - 1].stem : nil }
  }

  /// Returns the header of an input, which is not taken by this.
  ///
  /// - Parameter number: From 1.
  /// - Returns: nil for a placeholder.
  mutating func header(of number: Int, at position: ScriptPosition) throws(ScriptError) -> SourceImage? {
    try placed(library.input(number), at: position)
  }

  /// - Parameter number: From 1.
  mutating func details(of number: Int, at position: ScriptPosition) throws(ScriptError) -> InputDetails? {
    try placed(library.details(ofInput: number), at: position)
  }

  // MARK: Images of layers

  mutating func findFirst() throws(ScriptError) {
    first = try placed(library.input(1), at: ScriptPosition())
  }

  /// The highest input that a layer has taken; 0 for none.
  var highestInput: Int { inputs.highest }

  /// The number of inputs that layers have taken.
  var takenInputs: Int { inputs.count }

  /// Returns the next input that no layer has.
  mutating func nextInput(at position: ScriptPosition) throws(ScriptError) -> SourceImage? {
    try input(inputs.next(), at: position)
  }

  /// - Parameter number: from 1.
  /// - Returns: nil for a placeholder.
  mutating func input(_ number: Int, at position: ScriptPosition) throws(ScriptError) -> SourceImage? {
    inputs.take(number)
    let found = try placed(library.input(number), at: position)
    guard found != nil || usesPlaceholders else {
      throw ScriptError(.inputMissing(number, given: library.inputCount), at: position)
    }
    return found
  }

  mutating func file(_ path: String, at position: ScriptPosition) throws(ScriptError) -> SourceImage {
    try placed(library.file(path), at: position)
  }

  /// Returns the paths of the images in a folder: at least one.
  mutating func folder(_ path: String, at position: ScriptPosition) throws(ScriptError) -> [String] {
    let names = try placed(library.folder(path), at: position)
    guard !names.isEmpty else { throw ScriptError(.emptyFolder(path), at: position) }
    return names
  }
}
