import FrameGeometry

/// A change of each pixel by its neighborhood, as written.
package struct NeighborhoodArgument: Hashable, Sendable {
  package let operation: Operation
  /// The area in which it acts; nil for the whole layer.
  package let area: AreaArgument?

  package enum Operation: Hashable, Sendable {
    case blur(Quantity)
    case sharpen(amount: Quantity, radius: Quantity, threshold: Quantity?)
    /// For reduced images.
    case sharpenOutput
    case pixelate(Quantity)
  }

  /// The keyword in scripts.
  package var word: String {
    switch operation {
    case .blur: "blur"
    case .sharpen, .sharpenOutput: "sharpen"
    case .pixelate: "pixelate"
    }
  }
}
