import FrameGeometry
import FrameImage

/// Converts the items of a picture to those of its gain map.
struct GainMapConversion {
  private(set) var images: [SourceImage] = []
  private(set) var sources: [GainMapPlan.Source] = []
  /// The pixels of the map in one pixel of the output.
  let scale: Double

  private let picture: RenderPlan
  private let maps: GainMapPlan.Maps
  /// The sizes of the output and of the map.
  private let (from, to): (PixelSize, PixelSize)
  /// From pixels of the output to those of the map.
  private let toMap: AffineTransform

  init(_ picture: RenderPlan, _ maps: GainMapPlan.Maps, _ size: PixelSize) {
    (self.picture, self.maps) = (picture, maps)
    (from, to) = (picture.window.size, size)
    toMap = AffineTransform(
      scaleX: Double(size.width) / Double(picture.window.size.width),
      y: Double(size.height) / Double(picture.window.size.height))
    scale = toMap.meanScale
  }

  /// Returns the nearest pixels of the map.
  func moved(_ rect: PixelRect) -> PixelRect {
    let box = Rect(rect).applying(toMap)
    let (left, top) = (Int(box.minX.rounded()), Int(box.minY.rounded()))
    let (width, height) = (Int(box.maxX.rounded()) - left, Int(box.maxY.rounded()) - top)
    return PixelRect(x: left, y: top, size: PixelSize(width: max(1, width), height: max(1, height))!)
  }

  mutating func converted(_ items: [RenderPlan.Item]) -> [RenderPlan.Item] {
    items.compactMap { converted($0) }
  }

  /// - Returns: nil for an item that does not change the map.
  private mutating func converted(_ item: RenderPlan.Item) -> RenderPlan.Item? {
    switch item {
    case .image(let draw):
      if let map = maps.images[draw.image] { return .image(moved(draw, map)) }
      return silhouette(draw)
    case .shape(let draw):
      return .shape(draw.applying(toMap).mappingColors { [maps] in maps.neutral.withAlpha($0.alpha) })
    case .group(let draw): return group(draw)
    case .neighborhood(let draw): return neighborhood(draw)
    }
  }

  /// Blend modes mix the colors of two layers. Without a map of its own, a layer with one leaves the map below it as it is.
  private mutating func group(_ draw: RenderPlan.GroupDraw) -> RenderPlan.Item? {
    let maps = maps
    let hasMap = draw.items.flatMap(\.shownDraws).contains { maps.images[$0.image] != nil }
    guard draw.blend == .normal || hasMap else { return nil }
    var group = draw.applying(toMap)
    group.items = converted(draw.items)
    (group.blend, group.colors) = (.normal, .identity)
    if let mask = draw.mask { group.mask?.items = mask.items.map { masking($0) } }
    if let shadow = draw.shadow { group.shadow?.color = maps.neutral.withAlpha(shadow.color.alpha) }
    return .group(group)
  }

  /// A blur hides details, so the map must not show them either. Sharpening and effects act on the picture alone.
  private mutating func neighborhood(_ draw: RenderPlan.NeighborhoodDraw) -> RenderPlan.Item {
    var moved = draw.applying(toMap)
    moved.items = converted(draw.items)
    switch moved.edit {
    case .blur where !moved.edit.changesNothing, .pixelate where !moved.edit.changesNothing:
      return .neighborhood(moved)
    default: return .group(RenderPlan.GroupDraw(layer: draw.layer, items: moved.items))
    }
  }

  // MARK: Images

  /// Returns the draw of a gain map that covers the same area as its image.
  private mutating func moved(_ draw: RenderPlan.ImageDraw, _ map: SourceImage) -> RenderPlan.ImageDraw {
    let image = picture.images[draw.image].size
    /// Multiplied before it is divided, so that equal ratios are exactly 1.
    func ratio(_ a: (Int, Int), over b: (Int, Int)) -> Double {
      Double(a.0) * Double(a.1) / (Double(b.0) * Double(b.1))
    }
    var moved = draw
    moved.image = number(.map(draw.image), map)
    func x(_ x: Double) -> Double { x * Double(map.size.width) / Double(image.width) }
    func y(_ y: Double) -> Double { y * Double(map.size.height) / Double(image.height) }
    switch draw.map {
    case .affine(let m, let seen):
      let matrix = AffineTransform(
        a: m.a * ratio((image.width, to.width), over: (map.size.width, from.width)),
        b: m.b * ratio((image.width, to.height), over: (map.size.width, from.height)),
        c: m.c * ratio((image.height, to.width), over: (map.size.height, from.width)),
        d: m.d * ratio((image.height, to.height), over: (map.size.height, from.height)),
        tx: m.tx * Double(to.width) / Double(from.width), ty: m.ty * Double(to.height) / Double(from.height))
      let (left, top) = (x(seen.minX), y(seen.minY))
      moved.map = .affine(
        matrix,
        visible: Rect(x: left, y: top, width: x(seen.maxX) - left, height: y(seen.maxY) - top))
    case .projective(let perspective):
      let fromMap = AffineTransform(
        scaleX: ratio((image.width, 1), over: (map.size.width, 1)),
        y: ratio((image.height, 1), over: (map.size.height, 1)))
      var place = perspective.applying(toMap)
      place.map = Projection(fromMap).concatenating(place.map)
      moved.map = .projective(place)
    }
    moved.part = draw.part.flatMap { part in
      let left = Int(x(Double(part.x)).rounded(.down))
      let top = Int(y(Double(part.y)).rounded(.down))
      let right = min(map.size.width, Int(x(Double(part.x + part.size.width)).rounded(.up)))
      let bottom = min(map.size.height, Int(y(Double(part.y + part.size.height)).rounded(.up)))
      return PixelSize(width: right - left, height: bottom - top).map {
        PixelRect(x: left, y: top, size: $0)
      }
    }
    return moved
  }

  /// Returns an image without a gain map in the neutral color, with its own alpha.
  private mutating func silhouette(_ draw: RenderPlan.ImageDraw) -> RenderPlan.Item {
    let image = picture.images[draw.image]
    guard image.pixels.channels.hasAlpha else {
      return .shape(draw.area(filledWith: maps.neutral).applying(toMap))
    }
    let neutral = maps.neutral
    let constant = ColorMatrix(
      red: [0, 0, 0], green: [0, 0, 0], blue: [0, 0, 0], constant: [neutral.red, neutral.green, neutral.blue])
    return .group(
      RenderPlan.GroupDraw(
        layer: draw.layer, items: [.image(moved(draw))], colors: ColorFunction([ColorEdit(.matrix(constant))])
      ))
  }

  /// Returns an item of a mask, which keeps its colors.
  private mutating func masking(_ item: RenderPlan.Item) -> RenderPlan.Item {
    if case .image(let draw) = item { return .image(moved(draw)) }
    return item.mapChildren { masking($0) }.applying(toMap)
  }

  private mutating func moved(_ draw: RenderPlan.ImageDraw) -> RenderPlan.ImageDraw {
    var moved = draw.applying(toMap)
    moved.image = number(.picture(draw.image), picture.images[draw.image])
    return moved
  }

  /// Returns the number of an image in the plan of the map.
  private mutating func number(_ source: GainMapPlan.Source, _ image: SourceImage) -> Int {
    if let known = sources.firstIndex(of: source) { return known }
    sources.append(source)
    images.append(image)
    return images.count - 1
  }
}
