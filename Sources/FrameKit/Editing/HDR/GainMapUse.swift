import FrameCodec
import FrameImage
import FrameRender

/// What becomes of the gain maps of the images of an edit.
package enum GainMapOutcome: Hashable, Sendable {
  /// The images have none.
  case none
  /// The output is a copy of the image, with its map.
  case copied
  /// The output has a map of its own.
  case kept(PixelSize, GainMapMethod)
  /// The output is the image that the map gives.
  case applied
  case dropped
}

package enum GainMapMethod: String, Hashable, Sendable {
  /// The map is written as it is stored.
  case copied
  /// Its blocks are moved.
  case moved = "dct"
  /// It is drawn and encoded again.
  case composed = "compose"
}

/// What an edit does with the gain maps of its images.
enum GainMapUse {
  case none, copied, applied, dropped
  case written(GainMapRendering)

  var isApplied: Bool { if case .applied = self { true } else { false } }

  var outcome: GainMapOutcome {
    switch self {
    case .none: .none
    case .copied: .copied
    case .applied: .applied
    case .dropped: .dropped
    case .written(let map): .kept(map.size, map.method)
    }
  }

  /// Returns the notice about a map that the output lacks because of its format.
  ///
  /// - Parameters:
  ///   - maps: the maps of the images.
  ///   - plan: the plan of the output.
  ///   - format: the format of the output.
  func notices(_ maps: ImageGainMaps, _ plan: RenderPlan, _ format: ImageFormat) -> [EditNotice] {
    guard case .dropped = self else { return [] }
    let lost = maps.images.indices.first { maps.images[$0] != nil && plan.shownImages.contains($0) }
    return lost.map { [.gainMapNotStored(maps.pictures[$0].name, format.title)] } ?? []
  }
}
