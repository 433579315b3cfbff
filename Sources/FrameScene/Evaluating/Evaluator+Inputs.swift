import FrameGeometry
import FrameRender
import FrameScript

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
    guard let image = try images.header(of: number, at: place) else {
      // A placeholder is as large as the canvas.
      let size = editor.scene.canvas.size
      return field == .width ? .number(size.width) : field == .height ? .number(size.height) : .text("")
    }
    let details = try images.details(of: number, at: place)
    func text(_ value: String?) -> Value { .text(value ?? "") }
    func whole(_ value: Int?) -> Value { value.map { .number(Double($0)) } ?? .text("") }
    return switch field {
    case .stem: text(nil)
    case .width: whole(image.uprightSize.width)
    case .height: whole(image.uprightSize.height)
    case .orientation: whole(image.orientation.rawValue)
    case .depth: whole(image.pixels.depth.rawValue)
    case .format: text(details?.format)
    case .frames: whole(details?.frames)
    case .date: text(details?.date)
    case .timeOfDay: text(details?.timeOfDay)
    case .camera: text(details?.camera)
    }
  }
}
