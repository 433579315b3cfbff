import FrameGeometry
import FrameImage
import FrameScene

/// Converts declared shapes to paths.
extension Evaluator {
  /// - Parameter content: not an image, a group or a text.
  mutating func shape(_ content: LayerContent) throws(ScriptError) -> Shape {
    switch content {
    case .rect(let origin, let size, let radius):
      let rect = try area(origin, size)
      guard let first = radius.first else { return Shape(Path(rect), .rect(rect, cornerRadii: .zero)) }
      let rx = try nonNegative(first, "a corner's radius")
      let ry = radius.count > 1 ? try nonNegative(radius[1], "a corner's radius") : rx
      let radii = Size(width: rx, height: ry)
      return Shape(Path(roundedRect: rect, cornerRadii: radii), .rect(rect, cornerRadii: radii))
    case .ellipse(let origin, let size):
      let rect = try area(origin, size)
      return Shape(Path(ellipseIn: rect), .ellipse(rect))
    case .line(let start, let end):
      return Shape(Path(lineFrom: try point(start), to: try point(end)), .line)
    case .arc(let center, let radius, let from, let to):
      let radius = try nonNegative(radius, "an arc's radius")
      return Shape(
        Path(arcAround: try point(center), radius: radius, from: try angle(from), to: try angle(to)),
        .arc)
    case .path(let pieces):
      var path = Path()
      for piece in pieces {
        let part = try self.path(of: piece, beside: path)
        if path.isEmpty { path = part } else { path.elements += part.elements }
      }
      return Shape(path)
    case .image, .group, .text: preconditionFailure("no shape")
    }
  }

  private mutating func area(
    _ origin: PairArgument, _ size: PairArgument
  ) throws(ScriptError) -> Rect {
    let rect = try rect(origin, size)
    let shortest = min(rect.size.width, rect.size.height)
    try size.position.require(shortest >= 0, "a shape's size", shortest, wanted: "from 0")
    return rect
  }

  /// - Parameter before: the existing part of the path.
  private mutating func path(of piece: PathCommand, beside before: Path) throws(ScriptError) -> Path {
    let data = try text(of: piece.data)
    // Parsed, transformed and appended: three copies at a time.
    let each = 3 * MemoryLayout<Path.Element>.stride
    let room = (account.memory.limit - account.memory.used) / each - before.count
    let path: Path
    do throws(PathDataError) {
      path = try Path(svgData: data, mostElements: max(0, room))
    } catch {
      if case .tooManyElements(let allowed) = error.kind {
        let needed = account.memory.used.adding((allowed + before.count + 1).times(each))
        throw ScriptError(
          .limit(LimitExceeded(.scriptMemory, needed: needed, allowed: account.memory.limit)),
          at: piece.data.position)
      }
      throw ScriptError(.pathData(error, in: data), at: piece.data.position)
    }
    guard let matrix = piece.matrix else { return path }
    return path.applying(try self.matrix(matrix))
  }
}
