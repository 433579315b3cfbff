/// The placement of an image in a layer's bounds: UIKit's content modes, by name and order.
public enum ContentMode: String, Hashable, Sendable, CaseIterable {
  case scaleToFill, scaleAspectFit, scaleAspectFill, redraw
  case center, top, bottom, left, right
  case topLeft, topRight, bottomLeft, bottomRight

  /// Returns the rectangle of an image in bounds of this size, which begin at 0,0. It may extend beyond them. Nothing
  /// is rounded. An image without area gives an empty rectangle.
  public func rect(of image: Size, in bounds: Size) -> Rect {
    guard image.width > 0, image.height > 0 else { return .zero }
    let size: Size
    switch self {
    case .scaleToFill, .redraw: return Rect(origin: .zero, size: bounds)
    case .scaleAspectFit: size = image.fitted(to: bounds, choose: min)
    case .scaleAspectFill: size = image.fitted(to: bounds, choose: max)
    default: size = image
    }
    let free = Size(width: bounds.width - size.width, height: bounds.height - size.height)
    return Rect(
      origin: Point(x: free.width * share.x, y: free.height * share.y), size: size)
  }

  /// True if the image gets the size of the bounds in at least one direction.
  package var scales: Bool {
    switch self {
    case .scaleToFill, .redraw, .scaleAspectFit, .scaleAspectFill: true
    default: false
    }
  }

  /// The share of the free space to the left of and above the image.
  private var share: (x: Double, y: Double) {
    switch self {
    case .top: (0.5, 0)
    case .bottom: (0.5, 1)
    case .left: (0, 0.5)
    case .right: (1, 0.5)
    case .topLeft: (0, 0)
    case .topRight: (1, 0)
    case .bottomLeft: (0, 1)
    case .bottomRight: (1, 1)
    case .scaleToFill, .redraw, .scaleAspectFit, .scaleAspectFill, .center: (0.5, 0.5)
    }
  }
}

extension Size {
  /// This size, scaled so that one side equals the bounds' exactly. A rounded factor would leave it slightly off, and
  /// a plan that could be a copy would not be one.
  fileprivate func fitted(to bounds: Size, choose: (Double, Double) -> Double) -> Size {
    let factors = (width: bounds.width / width, height: bounds.height / height)
    let factor = choose(factors.width, factors.height)
    return Size(
      width: factor == factors.width ? bounds.width : width * factor,
      height: factor == factors.height ? bounds.height : height * factor)
  }
}

/// What happens to the part of an image outside its layer's box.
public enum Overflow: String, Hashable, Sendable, CaseIterable {
  case visible, hidden
}
