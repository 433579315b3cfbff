import FrameGeometry
import FrameImage

/// The plan of a gain map: the picture's own plan, with the gain map of each image in place of the image.
///
/// A gain map covers the same area as its image, in another number of pixels, so it is drawn through the same matrix at its
/// own scale. Everything that has no gain map has the neutral color, which stands for no gain, and hides what is below as
/// far as it does in the picture.
package struct GainMapPlan: Equatable, Sendable {
  package let plan: RenderPlan
  /// What each image of the plan shows.
  package let sources: [Source]

  package enum Source: Hashable, Sendable {
    /// The gain map of an image of the picture, by its index there.
    case map(Int)
    /// An image of the picture, by its index there: of a mask, or one whose alpha hides a gain map.
    case picture(Int)
  }

  /// The parts that a plan of a gain map has of the picture's images.
  package struct Maps: Sendable {
    /// The gain map of each image of the picture; nil for an image without one.
    package var images: [SourceImage?]
    /// The sample that stands for no gain.
    package var neutral: Color
    /// `.gray8` or `.rgb8`.
    package var output: PixelFormat

    package init(_ images: [SourceImage?], neutral: Color, output: PixelFormat) {
      (self.images, self.neutral, self.output) = (images, neutral, output)
    }
  }

  /// - Parameter size: the size of the map; nil for that at its own scale.
  /// - Returns: nil if the picture shows no image that has a gain map.
  package init?(_ picture: RenderPlan, _ maps: Maps, size: PixelSize? = nil) {
    guard let ownSize = picture.gainMapSize(maps.images) else { return nil }
    let size = size ?? ownSize
    var conversion = GainMapConversion(picture, maps, size)
    var plan = picture
    plan.items = conversion.converted(picture.items)
    plan.images = conversion.images
    sources = conversion.sources
    plan.canvas = size
    plan.window = PixelRect(x: 0, y: 0, size: size)
    plan.matte = maps.neutral
    plan.unpadded = picture.unpadded.map(conversion.moved)
    plan.style = picture.style.mappingColors { _ in maps.neutral }
    plan.style.background = .color(maps.neutral)
    plan.style.border?.width *= conversion.scale
    plan.style.cornerRadius *= conversion.scale
    // Samples of a gain map are averaged as they are stored. Maps are small, so they are decoded at their full size, whatever
    // the picture is decoded at.
    (plan.lights, plan.toneCurve) = (Lights(both: .srgb), .sRGB)
    plan.output = maps.output
    (plan.losses, plan.writing) = ([], .encoded(because: .composed))
    self.plan = plan
  }
}

extension RenderPlan {
  /// The indices of the images that are drawn, without those of masks.
  package var shownImages: Set<Int> { Set(items.flatMap(\.shownDraws).map(\.image)) }

  /// True if each pixel of the output is one of an image with a gain map, so that the output's map has no neutral parts.
  package func isCoveredByGainMap(_ maps: [SourceImage?]) -> Bool {
    guard items.count == 1, style.isPlain else { return false }
    return items[0].isCoveredByGainMap(maps, window.size)
  }

  /// The size at which the finest of the shown maps has as many pixels per pixel of its image as before; at most the size of
  /// the output.
  fileprivate func gainMapSize(_ maps: [SourceImage?]) -> PixelSize? {
    let densities = items.flatMap(\.shownDraws).compactMap { draw -> Size? in
      guard let map = maps[draw.image]?.size else { return nil }
      let image = images[draw.image].size
      let (x, y) = (Double(map.width) / Double(image.width), Double(map.height) / Double(image.height))
      return draw.swapsAxes ? Size(width: y, height: x) : Size(width: x, height: y)
    }
    guard let x = densities.map(\.width).max(), let y = densities.map(\.height).max() else { return nil }
    func pixels(_ side: Int, _ density: Double) -> Int {
      max(1, Int((Double(side) * min(1, density)).rounded()))
    }
    return PixelSize(width: pixels(window.size.width, x), height: pixels(window.size.height, y))
  }
}

extension RenderPlan.Item {
  /// The images that are drawn, without those of masks.
  var shownDraws: [RenderPlan.ImageDraw] {
    if case .image(let draw) = self { [draw] } else { parts.flatMap(\.shownDraws) }
  }

  fileprivate func isCoveredByGainMap(_ maps: [SourceImage?], _ size: PixelSize) -> Bool {
    switch self {
    case .image(let draw):
      return maps[draw.image] != nil && draw.opacity == 1 && draw.edge == .transparent && draw.covers(size)
    case .group(let draw)
    where draw.opacity < 1 || draw.clip != nil || draw.mask != nil || draw.shadow != nil || draw.plane != nil:
      return false
    case .shape, .group, .neighborhood: return parts.count == 1 && parts[0].isCoveredByGainMap(maps, size)
    }
  }
}
