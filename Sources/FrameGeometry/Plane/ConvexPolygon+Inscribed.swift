extension ConvexPolygon {
  /// Sides above this are beyond every limit.
  private static let largestSide = 200_000.0
  /// Of searches for the best place: each leaves two thirds of the room.
  private static let steps = 90

  /// Returns the largest upright rectangle of whole pixels inside the polygon; its origin need not be whole. Returns nil if no pixel
  /// fits.
  ///
  /// A rectangle is inside if its upper and its lower side are. Because the polygon is convex, the width that fits between two lines is a
  /// concave function of their places: the best place for a height is found by narrowing, and heights are tried one by one.
  ///
  /// - Parameter ratio: of the width to the height; nil for any. Then the rectangle has the largest area.
  package func largestRect(aspectRatio ratio: Double?) -> Rect? {
    guard let box = boundingBox, max(box.size.width, box.size.height) < Self.largestSide else { return nil }
    var best: Rect?
    for height in stride(from: 1, through: box.size.height.rounded(.down), by: 1) {
      // The room for rounding errors, far less than a coverage can show.
      guard let place = widest(height, in: box), place.size.width + 1e-9 >= 1 else { continue }
      var size = Size(width: (place.size.width + 1e-9).rounded(.down), height: height)
      if let ratio {
        let width = max(1, (height * ratio).rounded())
        guard width <= size.width else { continue }
        size.width = width
      }
      guard size.width * height > (best.map { $0.size.width * $0.size.height } ?? 0) else { continue }
      best = Rect(
        x: place.midX - size.width / 2, y: place.minY, width: size.width, height: height)
    }
    return best
  }

  /// Returns the widest rectangle with a height that fits.
  private func widest(_ height: Double, in box: Rect) -> Rect? {
    func rect(_ y: Double) -> (left: Double, right: Double) {
      let (top, bottom) = (span(at: y), span(at: y + height))
      return (max(top.left, bottom.left), min(top.right, bottom.right))
    }
    var (low, high) = (box.minY, box.maxY - height)
    for _ in 0..<Self.steps where high - low > 1e-9 {
      let (first, second) = (low + (high - low) / 3, high - (high - low) / 3)
      let (one, other) = (rect(first), rect(second))
      if one.right - one.left < other.right - other.left { low = first } else { high = second }
    }
    let y = (low + high) / 2
    let (left, right) = rect(y)
    return right > left ? Rect(x: left, y: y, width: right - left, height: height) : nil
  }

  /// Returns where a horizontal line enters and leaves the polygon.
  private func span(at y: Double) -> (left: Double, right: Double) {
    var (left, right) = (Double.infinity, -Double.infinity)
    for i in corners.indices {
      let (a, b) = (corners[i], corners[(i + 1) % corners.count])
      guard min(a.y, b.y) <= y, y <= max(a.y, b.y) else { continue }
      for x in a.y == b.y ? [a.x, b.x] : [a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)] {
        (left, right) = (min(left, x), max(right, x))
      }
    }
    return (left, right)
  }
}
