import FrameCodec
import FrameFiles
import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

/// How the gain map of an output is made.
package enum GainMapMethod: String, Hashable, Sendable {
  /// The map is written as it is stored.
  case copied
  /// Its blocks are moved.
  case moved = "dct"
  /// It is drawn and encoded again.
  case composed = "compose"
}

/// The gain map of an output: how it is made, and what its samples mean.
package struct GainMapRendering {
  package let size: PixelSize
  private let parameters: GainMapParameters
  private let source: Source

  private indirect enum Source {
    /// The map as it is stored.
    case stored(OpenImage)
    case moved(BlockTransform)
    case rendered(ImageRendering)
    /// Rendered once, and encoded for each quality of the output that is tried.
    case searched(ImageRendering, OutputEncoder)
  }

  /// - Parameters:
  ///   - picture: the plan of the output.
  ///   - maps: the gain maps of its images.
  ///   - base: how the output itself is made.
  ///   - encoding: how the output is encoded.
  /// - Returns: nil for an output without a gain map.
  init?(
    _ picture: RenderPlan, _ maps: ImageGainMaps, base: Rendering, _ codec: any Codec,
    _ encoding: EncodingSettings, _ memory: EditMemory, _ editor: Editor
  ) {
    guard encoding.gainMap == .keep, codec.format.capabilities.gainMap, !base.isAnimated,
      let combined = maps.combined(in: picture)
    else { return nil }
    func drawn(_ picture: RenderPlan) -> (Source, PixelSize)? {
      Self.drawn(picture, maps, combined, codec, encoding, memory, editor)
    }
    let made: (Source, PixelSize)?
    switch base {
    case .sequence: return nil
    case .images: made = drawn(picture)
    case .blocks(let blocks):
      // If only the orientation tag of the picture changes, its pixels are as they are stored, and so are those of the map.
      let isTagged = blocks.kind == .tagged
      let picture = isTagged ? picture.ofStoredImage : picture
      made = Self.moved(picture, isTagged: isTagged, maps, combined, codec, editor) ?? drawn(picture)
    }
    guard let made else { return nil }
    parameters = combined.parameters
    (source, size) = made
  }

  /// Returns the map of a picture whose blocks move; nil if its own cannot.
  ///
  /// - Parameter isTagged: whether the blocks stay where they are.
  private static func moved(
    _ picture: RenderPlan, isTagged: Bool, _ maps: ImageGainMaps, _ combined: ImageGainMaps.Combined,
    _ codec: any Codec, _ editor: Editor
  ) -> (Source, PixelSize)? {
    guard let image = maps.images.first ?? nil else { return nil }
    if isTagged, image.conversion == nil { return (.stored(image), image.header.size) }
    guard combined.conversions == [nil], let map = GainMapPlan(picture, combined.plan)?.plan,
      let move = map.lossless(editor.limits)
    else { return nil }
    if move.isStill(stored: image.header.size) { return (.stored(image), map.window.size) }
    let request = TransformRequest(
      move, limits: editor.limits, metadata: .replaced(ImageMetadata(), keepsUnknown: false))
    return (.moved(BlockTransform(image: image, request: request, codec: codec)), map.window.size)
  }

  /// Returns the map of a picture, drawn and encoded again.
  private static func drawn(
    _ picture: RenderPlan, _ maps: ImageGainMaps, _ combined: ImageGainMaps.Combined, _ codec: any Codec,
    _ encoding: EncodingSettings, _ memory: EditMemory, _ editor: Editor
  ) -> (Source, PixelSize)? {
    guard let map = GainMapPlan(picture, combined.plan) else { return nil }
    var settings = EncodingSettings(quality: quality(beside: encoding.quality))
    settings.chroma = .full
    var request = EncodeRequest(size: map.plan.window.size, pixels: map.plan.output)
    request.limits = editor.limits
    // A screen multiplies the errors of a map, and rounding to luminance and chroma is one of them.
    request.keepsRGB = true
    let sole = map.sources.count == 1 ? maps.image(map.sources[0]) : nil
    let qualitySource = sole.flatMap { $0.codec.format.name == codec.format.name ? $0 : nil }
    let encoder = OutputEncoder(codec: codec, request: request, settings, qualitySource: qualitySource)
    let rendering = maps.rendering(map, combined, encoder, memory, editor)
    let isSearched = encoding.maximumBytes != nil
    return (isSearched ? .searched(rendering, encoder) : .rendered(rendering), map.plan.window.size)
  }

  private static func quality(beside quality: Quality?) -> Quality {
    switch quality {
    case nil: .level(100)
    case .keep: .keep
    case .level(let level): .level(DrawnGainMap.quality(beside: level))
    }
  }

  package var method: GainMapMethod {
    switch source {
    case .stored: .copied
    case .moved: .moved
    case .rendered, .searched: .composed
    }
  }

  /// The bytes that making the map holds at once with one job.
  var heldBytes: Int {
    switch source {
    case .stored: 0
    case .moved(let blocks): blocks.heldBytes
    case .rendered(let images), .searched(let images, _): images.heldBytes
    }
  }

  /// The bytes of its pixels that are held while the output is encoded.
  var keptBytes: Int { if case .searched(_, let encoder) = source { encoder.frameBytes } else { 0 } }

  /// Makes the map.
  ///
  /// - Returns: the map, and notices about damage.
  /// - Throws: `EditFailure` of an image or of a limit.
  func encoded(
    _ options: PreparedEdit.Options
  ) throws(EditFailure) -> (map: OutputGainMap, notices: [EditNotice]) {
    var own = options
    (own.hash, own.progress, own.decoded) = (false, nil, nil)
    let output = ByteOutput()
    let notices: [EditNotice]
    switch source {
    case .stored(let image):
      do throws(InputError) {
        return (.encoded(EncodedGainMap(parameters, file: try image.fileBytes())), [])
      } catch {
        throw .input(error, at: nil)
      }
    case .moved(let blocks):
      if own.onDamage == .salvage { own.onDamage = .fail }
      notices = try blocks.render(into: output, own).notices
    case .rendered(let images): notices = try images.render(into: output, own).notices
    case .searched(let images, let encoder):
      let rendered = try images.renderIntoMemory(own)
      return (.drawn(DrawnGainMap(parameters, rendered.frames, encoder)), rendered.notices)
    }
    return (.encoded(EncodedGainMap(parameters, file: output.takeBytes())), notices)
  }
}

extension RenderPlan {
  /// The plan of its only image, which is shown whole, without a turn or a reflection.
  fileprivate var ofStoredImage: RenderPlan {
    guard case .image(var draw)? = items.first else { return self }
    let size = images[draw.image].size
    (draw.matrix, draw.path) = (.identity, .copy)
    draw.visible = Rect(origin: .zero, size: Size(size))
    var plan = self
    plan.items = [.image(draw)]
    (plan.canvas, plan.window) = (size, PixelRect(x: 0, y: 0, size: size))
    return plan
  }
}
