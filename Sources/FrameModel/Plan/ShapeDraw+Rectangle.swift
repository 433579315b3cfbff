/// A rectangle with horizontal and vertical sides, exactly where its corners are.
package struct UprightRectangle: Hashable, Sendable {
  package let left: Double
  package let right: Double
  package let top: Double
  package let bottom: Double

  package init(left: Double, right: Double, top: Double, bottom: Double) {
    (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
  }

  /// - Returns: nil if the corners are not those of an upright rectangle.
  fileprivate init?(corners: [Point]) {
    guard corners.count == 4 else { return nil }
    let isLevelFirst = corners[0].y == corners[1].y
    for i in 0..<4 {
      let (p, q) = (corners[i], corners[(i + 1) % 4])
      guard (i % 2 == 0) == isLevelFirst ? p.y == q.y : p.x == q.x else { return nil }
    }
    let (p, q) = (corners[0], corners[2])
    self.init(left: min(p.x, q.x), right: max(p.x, q.x), top: min(p.y, q.y), bottom: max(p.y, q.y))
  }
}

extension RenderPlan.ShapeDraw {
  /// The filled area in output pixels if it is an upright rectangle; otherwise nil.
  package var filledRectangle: UprightRectangle? {
    // A move, at most four lines, and the line that closes it.
    guard fill != nil, trim == .all, path.count <= 6, path.isDrawable, matrix.inverse != nil else {
      return nil
    }
    var corners: [Point] = []
    for (i, element) in path.elements.enumerated() {
      switch element {
      case .move(let point) where i == 0: corners.append(point.applying(matrix))
      case .line(let point) where i > 0: corners.append(point.applying(matrix))
      case .close where i == path.count - 1: break
      default: return nil
      }
    }
    if corners.count == 5, corners[4] == corners[0] { corners.removeLast() }
    guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
    return UprightRectangle(corners: corners)
  }
}
