import FrameGeometry
import FramePlan

/// A change of a layer's pixels, after they are drawn.
package enum LayerEffect: Hashable, Sendable {
  case color(ColorEdit)
  /// With lengths in the coordinates of the layer's parent, in a part of the layer; nil for all of it.
  case neighborhood(NeighborhoodEdit, in: Area? = nil)
  /// Sharpens an image that is drawn smaller than it is. Which edit that is follows from the size in the output.
  case sharpenOutput(in: Area? = nil)

  /// A part of a layer, in its own coordinates.
  package struct Area: Hashable, Sendable {
    package let path: Path
    package let rule: FillRule

    package init(path: Path, rule: FillRule) { (self.path, self.rule) = (path, rule) }
  }

  /// The part of the layer in which it acts; nil for all of it.
  package var area: Area? {
    switch self {
    case .color: nil
    case .neighborhood(_, let area), .sharpenOutput(let area): area
    }
  }
}

extension NeighborhoodEdit {
  /// The keyword of its statement.
  package var word: String {
    switch self {
    case .blur: "blur"
    case .sharpen: "sharpen"
    case .pixelate: "pixelate"
    case .effect: "effect"
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
    let parts = reduce(0) { $0 + ($1.area?.path.heldBytes ?? 0) + $1.valueBytes }
    return AllocatedBytes.header + AllocatedBytes.growing(count, of: LayerEffect.self) + parts
  }
}

extension LayerEffect {
  fileprivate var valueBytes: Int {
    guard case .neighborhood(.effect(_, let values, _), _) = self else { return 0 }
    return AllocatedBytes.header + AllocatedBytes.growing(values.count, of: Double.self)
  }
}
