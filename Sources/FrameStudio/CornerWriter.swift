import FrameEngine
import FrameGeometry
import FrameImage
import FrameScene

/// Writes the places of a layer's corners, to which a person has moved them on the canvas.
struct CornerWriter {
  let edit: PreparedEdit
  /// The current layer.
  let layer: SceneTree.Layer
  /// The finished canvas, for places in percent; nil writes pixels.
  let canvas: Size?

  /// Returns `corners P P P P`; nil if a corner has no place in the layer's parent.
  func corners(_ quad: Quad) -> String? {
    guard let toParent = layer.parentToCanvas.inverse, let beforeEdits = layer.transform.inverse else {
      return nil
    }
    let places = quad.corners.compactMap { corner in
      corner.applying(toParent).map { place in
        Vector(from: layer.position, to: place).asPoint.applying(beforeEdits).offset(by: layer.position)
      }
    }
    guard places.count == 4 else { return nil }
    // A percentage is a share of the parent's size, which is the canvas outside groups.
    let isInGroup = !edit.layers.contains { $0.name == layer.name }
    return "corners " + text(places, of: isInGroup ? nil : canvas, decimals: 2)
  }

  /// Returns `unwarp P P P P`, with places in the upright photo and not beyond it; nil for a layer without one.
  func unwarp(_ quad: Quad) -> String? {
    guard case .image(let image, _, _) = layer.content, let mapping = try? edit.mapping(of: layer.name),
      let fromOutput = mapping.inverse, let toOutput = try? edit.mappingToOutput()
    else { return nil }
    let size = Size(image.uprightSize)
    let places = quad.corners.compactMap { corner in
      corner.applying(toOutput).applying(fromOutput).map { place in
        Point(x: min(max(place.x, 0), size.width), y: min(max(place.y, 0), size.height))
      }
    }
    return places.count == 4 ? "unwarp " + text(places, of: canvas.map { _ in size }, decimals: 1) : nil
  }

  /// - Parameter size: the size of which percentages are; nil for pixels.
  private func text(_ places: [Point], of size: Size?, decimals: Int) -> String {
    places.map { place in
      guard let size else { return "\(place.x.trimmed(decimals)),\(place.y.trimmed(decimals))" }
      return "\((place.x * 100 / size.width).trimmed(3))%,\((place.y * 100 / size.height).trimmed(3))%"
    }.joined(separator: " ")
  }
}

extension Vector {
  fileprivate var asPoint: Point { Point(x: dx, y: dy) }
}

extension Point {
  fileprivate func offset(by other: Point) -> Point { Point(x: x + other.x, y: y + other.y) }
}
