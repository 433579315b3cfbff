import FrameScript

/// Blur, sharpening and blocks of pixels.
extension Evaluator {
  mutating func neighborhood(
    _ argument: NeighborhoodArgument, at place: ScriptPosition
  ) throws(ScriptError) -> NeighborhoodEdit {
    let area = try argument.area.map { area throws(ScriptError) in
      NeighborhoodEdit.Area(path: try shape(area.shape, at: place).path, rule: area.rule)
    }
    return NeighborhoodEdit(try operation(argument.operation), in: area)
  }

  private mutating func operation(
    _ argument: NeighborhoodArgument.Operation
  ) throws(ScriptError) -> NeighborhoodEdit.Operation {
    switch argument {
    case .blur(let radius): return .blur(radius: try nonNegative(radius, "a blur's radius"))
    case .sharpen(let amount, let radius, let threshold):
      return .sharpen(
        amount: try number(amount, "an amount", in: 0...100),
        radius: try nonNegative(radius, "the radius of a blur"),
        threshold: try threshold.map { share throws(ScriptError) in
          try self.share(share, of: "a threshold")
        } ?? 0)
    case .sharpenOutput: return .sharpenOutput
    case .pixelate(let size): return .pixelate(size: try nonNegative(size, "the side of a square"))
    }
  }
}
