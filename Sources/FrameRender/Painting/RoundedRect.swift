import FrameGeometry

/// The exact coverage of each pixel by a rectangle with circular corners, in closed form.
struct RoundedRect {
  let rect: Rect
  let radius: Double

  /// The radius is at most half the shorter side.
  init(_ rect: Rect, radius: Double) {
    self.rect = rect
    self.radius = max(0, min(radius, rect.size.width / 2, rect.size.height / 2))
  }

  /// From 0 to 1.
  func area(_ column: Int, _ row: Int) -> Double {
    let x0 = max(Double(column), rect.minX)
    let x1 = min(Double(column + 1), rect.maxX)
    let y0 = max(Double(row), rect.minY)
    let y1 = min(Double(row + 1), rect.maxY)
    guard x0 < x1, y0 < y1 else { return 0 }
    let area = (x1 - x0) * (y1 - y0)
    // From the centers of the arcs outward, in each corner's square.
    let left = (rect.minX + radius - x1, rect.minX + radius - x0)
    let right = (x0 - rect.maxX + radius, x1 - rect.maxX + radius)
    let top = (rect.minY + radius - y1, rect.minY + radius - y0)
    let bottom = (y0 - rect.maxY + radius, y1 - rect.maxY + radius)
    return max(
      0, area - cutOff(left, top) - cutOff(right, top) - cutOff(left, bottom) - cutOff(right, bottom))
  }

  /// Returns the area of a rectangle in the first quadrant that is outside the circle.
  private func cutOff(_ u: (Double, Double), _ v: (Double, Double)) -> Double {
    guard u.1 > 0, v.1 > 0, u.1 * u.1 + v.1 * v.1 > radius * radius else { return 0 }
    let (u0, u1) = (max(u.0, 0), u.1)
    let (v0, v1) = (max(v.0, 0), v.1)
    let full = (u1 - u0) * (v1 - v0)
    // Left of `whole` the circle is above the rectangle; right of `none` it is below.
    let whole = min(max(height(v1), u0), u1)
    let none = min(max(height(v0), u0), u1)
    let under = (whole - u0) * (v1 - v0) + integral(none) - integral(whole) - v0 * (none - whole)
    return max(0, full - under)
  }

  private func height(_ u: Double) -> Double {
    max(0, radius * radius - u * u).squareRoot()
  }

  /// ∫ √(r² - u²) du = (u √(r² - u²) + r² asin(u / r)) / 2
  private func integral(_ u: Double) -> Double {
    let h = height(u)
    return (u * h + radius * radius * Trigonometry.atan2(u, h)) / 2
  }
}
