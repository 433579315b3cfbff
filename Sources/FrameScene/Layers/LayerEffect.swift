import FrameGeometry
import FrameImage
import FrameRender

/// A change of a layer's pixels, after they are drawn.
package enum LayerEffect: Hashable, Sendable {
  case color(ColorEdit)
  case neighborhood(NeighborhoodEdit)
}

/// Makes each pixel of a layer a function of its neighborhood. Lengths are in the coordinates of the layer's parent.
package struct NeighborhoodEdit: Hashable, Sendable {
  package let operation: Operation
  /// The part of the layer in which it acts; nil for all of it.
  package let area: Area?

  package enum Operation: Hashable, Sendable {
    /// The standard deviation of a Gaussian.
    case blur(radius: Double)
    /// - Parameter threshold: from 0 to 1.
    case sharpen(amount: Double, radius: Double, threshold: Double)
    /// Sharpens an image that is drawn smaller than it is.
    case sharpenOutput
    case pixelate(size: Double)
    /// An effect of a plugin, with the values of all of its parameters.
    case effect(PluginEffect, [Double])

    /// The largest amount of `sharpen`.
    static let largestAmount = 100.0
  }

  /// In the layer's coordinates.
  package struct Area: Hashable, Sendable {
    package let path: Path
    package let rule: FillRule

    package init(path: Path, rule: FillRule) { (self.path, self.rule) = (path, rule) }
  }

  package init(_ operation: Operation, in area: Area?) { (self.operation, self.area) = (operation, area) }
}

extension NeighborhoodEdit.Operation {
  /// True if the numbers say that every pixel stays as it is.
  package var changesNothing: Bool {
    switch self {
    case .blur(let radius): radius == 0
    case .sharpen(let amount, let radius, _): amount == 0 || radius == 0
    case .pixelate(let size): size == 0
    case .sharpenOutput, .effect: false
    }
  }
}

extension [LayerEffect] {
  /// The color edits, if there is nothing else.
  package var colors: [ColorEdit] {
    compactMap { if case .color(let edit) = $0 { edit } else { nil } }
  }

  var heldBytes: Int {
    guard !isEmpty else { return 0 }
    let parts = reduce(0) { sum, effect in
      guard case .neighborhood(let edit) = effect else { return sum }
      return sum + (edit.area?.path.heldBytes ?? 0) + edit.operation.heldBytes
    }
    return AllocatedBytes.header + AllocatedBytes.growing(count, of: LayerEffect.self) + parts
  }
}

extension NeighborhoodEdit.Operation {
  fileprivate var heldBytes: Int {
    guard case .effect(_, let values) = self else { return 0 }
    return AllocatedBytes.header + AllocatedBytes.growing(values.count, of: Double.self)
  }
}
