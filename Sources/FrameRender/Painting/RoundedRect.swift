import FrameModel

/// A rectangle with circular corners, and how much of each pixel it covers: exact areas, in closed form.
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
    var area = (x1 - x0) * (y1 - y0)
    guard radius > 0 else { return area }
    // In each corner's square, with the arc's middle at 0,0 and the corner at radius,radius.
    let left = rect.minX + radius
    let right = rect.maxX - radius
    let top = rect.minY + radius
    let bottom = rect.maxY - radius
    let horizontal = [(left - x1, left - x0), (x0 - right, x1 - right)]
    let vertical = [(top - y1, top - y0), (y0 - bottom, y1 - bottom)]
    for (u0, u1) in horizontal where u1 > 0 {
      for (v0, v1) in vertical where v1 > 0 {
        area -= cutOff(max(u0, 0), u1, max(v0, 0), v1)
      }
    }
    return max(0, area)
  }

  /// The area of a rectangle in the first quadrant that lies outside the circle.
  private func cutOff(_ u0: Double, _ u1: Double, _ v0: Double, _ v1: Double) -> Double {
    guard u1 * u1 + v1 * v1 > radius * radius else { return 0 }
    let full = (u1 - u0) * (v1 - v0)
    // Left of `whole` the circle lies above the rectangle; right of `none`, below it.
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
