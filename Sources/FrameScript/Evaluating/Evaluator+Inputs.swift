import FrameGeometry
import FrameScene

/// Variables of the inputs: `$inputs`, `$count`, and their properties with and without an index.
extension Evaluator {
  /// - Returns: nil for a name that is not such a variable.
  mutating func inputVariable(_ name: String, at place: ScriptPosition) throws(ScriptError) -> Value? {
    switch name {
    case "inputs" where images.namesAreKnown: return .list(try images.list(account, at: place))
    case "count" where images.namesAreKnown: return .number(Double(images.count))
    default: break
    }
    guard let field = InputField(rawValue: name) else { return nil }
    guard images.first != nil || images.usesPlaceholders && field != .width && field != .height else {
      throw ScriptError(.variableWithoutImage(name), at: place)
    }
    return try value(of: field, input: 1, at: place)
  }

  /// Returns the property of the i-th input that a list with an index refers to; nil for any other list.
  func inputField(_ list: Expression) -> InputField? {
    guard images.namesAreKnown, case .variable(let name) = list.kind, !environment.declares(name) else {
      return nil
    }
    return InputField(rawValue: name)
  }

  /// Returns a property of an input. Only its header is read, and only if the property is in it. A property that the
  /// image does not have is an empty text.
  ///
  /// - Parameter number: From 1.
  mutating func value(
    of field: InputField, input number: Int, at place: ScriptPosition
  ) throws(ScriptError) -> Value {
    if field == .stem { return .text(images.stem(of: number) ?? context.stem) }
    let image = try images.header(of: number, at: place)
    // A placeholder is as large as the canvas.
    let size = image.map { Size($0.uprightSize) } ?? editor.scene.canvas.size
    func details() throws(ScriptError) -> InputDetails? {
      image == nil ? nil : try images.details(of: number, at: place)
    }
    let value: Value? =
      switch field {
      case .stem: .text(images.stem(of: number) ?? context.stem)
      case .width: .number(size.width)
      case .height: .number(size.height)
      case .orientation: (image?.orientation.rawValue).map { .number(Double($0)) }
      case .depth: (image?.pixels.depth.rawValue).map { .number(Double($0)) }
      case .format: try details().map { .text($0.format) }
      case .frames: try details().map { .number(Double($0.frames)) }
      case .date: try details()?.date.map(Value.text)
      case .timeOfDay: try details()?.timeOfDay.map(Value.text)
      case .camera: try details()?.camera.map(Value.text)
      }
    return value ?? .text("")
  }
}
