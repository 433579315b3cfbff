import FrameCodec
import FrameFiles
import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

/// What becomes of the gain maps of an edit's images.
package indirect enum GainMapUse {
  /// The images have none.
  case none
  case dropped
  /// The output is a copy of the image, with its map.
  case copied
  /// The output is the image that the map gives.
  case applied(HDRRendering)
  /// The map of an image is written as it is stored.
  case stored(OpenImage, GainMapParameters)
  /// The blocks of a map are moved, and the map then has this size.
  case moved(BlockTransform, PixelSize, GainMapParameters)
  /// A map is drawn and encoded again: once, or for each quality of the output that is tried.
  case drawn(ImageRendering, perQuality: Bool, GainMapParameters)

  /// The size of the map that is written, and how it is made, as reports name it; nil if none is written.
  package var written: (size: PixelSize, method: String)? {
    switch self {
    case .none, .dropped, .copied, .applied: nil
    case .stored(let map, _): (map.header.size, "copied")
    case .moved(_, let size, _): (size, "dct")
    case .drawn(let map, _, _): (map.size, "compose")
    }
  }

  /// The image that a map gives; nil if none is applied.
  package var applied: HDRRendering? { if case .applied(let hdr) = self { hdr } else { nil } }

  /// The bytes that making the map holds at once with one job.
  var heldBytes: Int {
    switch self {
    case .none, .dropped, .copied, .applied, .stored: 0
    case .moved(let blocks, _, _): blocks.heldBytes
    case .drawn(let map, _, _): map.heldBytes
    }
  }

  /// The bytes of the map's pixels that are held while the output is encoded.
  var keptBytes: Int { if case .drawn(let map, true, _) = self { map.outputBytes } else { 0 } }

  /// Makes the map.
  ///
  /// - Parameter images: The images of the edit.
  /// - Returns: The map, and notices about damage. There is no map if none is written, or if what is salvaged does not
  ///   include it.
  /// - Throws: `EditFailure` of an image or of a limit.
  func made(
    _ options: PreparedEdit.Options, of images: [OpenImage]
  ) throws(EditFailure) -> (map: OutputGainMap?, notices: [EditNotice]) {
    do throws(EditFailure) {
      return try made(options)
    } catch {
      guard options.onDamage == .salvage, let (image, _) = images.unreadableGainMap(error) else {
        throw error
      }
      return (nil, [.image(image.name, .gainMapUnreadable)])
    }
  }

  private func made(
    _ options: PreparedEdit.Options
  ) throws(EditFailure) -> (map: OutputGainMap?, notices: [EditNotice]) {
    var own = options
    (own.hash, own.progress) = (false, nil)
    let output = ByteOutput()
    let result: PreparedEdit.Result
    let mapParameters: GainMapParameters
    switch self {
    case .none, .dropped, .copied, .applied: return (nil, [])
    case .stored(let map, let parameters):
      let bytes = try EditFailure.converting { try map.fileBytes() }
      return (.encoded(EncodedGainMap(parameters, file: bytes)), [])
    case .moved(let blocks, _, let parameters):
      if own.onDamage == .salvage { own.onDamage = .fail }
      (result, mapParameters) = (try blocks.render(into: output, own), parameters)
    case .drawn(let map, true, let parameters):
      let rendered = try map.renderIntoMemory(own)
      return (.drawn(rendered.frames, map.encoder, parameters), rendered.notices)
    case .drawn(let map, false, let parameters):
      (result, mapParameters) = (try map.render(into: output, own), parameters)
    }
    return (.encoded(EncodedGainMap(mapParameters, file: output.takeBytes())), result.notices)
  }
}

/// The gain map that is written beside an output.
indirect enum OutputGainMap {
  case encoded(EncodedGainMap)
  /// Encoded for each quality that is tried until the output has few enough bytes.
  case drawn([RenderedFrame], OutputEncoder, GainMapParameters)

  /// Returns the map for an output of this quality.
  ///
  /// - Throws: `CodecError`
  func encoded(beside quality: Int?) throws -> EncodedGainMap? {
    switch (self, quality) {
    case (.encoded(let map), _): return map
    case (.drawn, nil): return nil
    case (.drawn(let frames, let encoder, let parameters), let quality?):
      let output = ByteOutput()
      output.cancellation = encoder.request.limits.cancellation
      try encoder.encode(frames, into: output, quality: Self.quality(beside: quality))
      return EncodedGainMap(parameters, file: output.takeBytes())
    }
  }

  /// Maps are smooth and small, and a screen multiplies their errors: at the default quality of JPEG, the quality of a map is 100.
  static func quality(beside quality: Int) -> Int { min(100, quality + 10) }
}

// MARK: Planning

extension ImageGainMaps {
  /// Returns what becomes of the maps beside an output.
  ///
  /// - Parameters:
  ///   - picture: The plan of the output.
  ///   - base: How the output itself is made.
  ///   - encoding: How the output is encoded.
  func use(
    in picture: RenderPlan, base: Rendering, _ codec: any Codec, _ encoding: EncodingSettings,
    _ memory: EditMemory, _ editor: Editor
  ) -> GainMapUse {
    guard encoding.gainMap == .keep, codec.format.capabilities.gainMap, !base.isAnimated,
      let (parts, parameters) = combined(in: picture)
    else { return .dropped }
    switch base {
    case .sequence: return .dropped
    case .images: return drawn(picture, parts, parameters, codec, encoding, memory, editor)
    case .blocks(let blocks):
      // If only the orientation tag of the picture changes, its pixels are as they are stored, and so are those of the map.
      let isTagged = blocks.kind == .tagged
      let picture = isTagged ? picture.ofStoredImage : picture
      return moved(picture, isTagged: isTagged, parts, parameters, codec, editor)
        ?? drawn(picture, parts, parameters, codec, encoding, memory, editor)
    }
  }

  /// Returns the map of a picture whose blocks move; nil if its own blocks cannot.
  ///
  /// - Parameter isTagged: Whether the blocks stay where they are.
  private func moved(
    _ picture: RenderPlan, isTagged: Bool, _ parts: GainMapPlan.Maps, _ parameters: GainMapParameters,
    _ codec: any Codec, _ editor: Editor
  ) -> GainMapUse? {
    guard let image = images.first ?? nil else { return nil }
    if isTagged, image.conversion == nil { return .stored(image, parameters) }
    guard images.count == 1, conversion(.map(0), to: parameters) == nil,
      let map = GainMapPlan(picture, parts)?.plan, let move = map.lossless(editor.limits)
    else { return nil }
    if move.isStill(stored: image.header.size) { return .stored(image, parameters) }
    let request = TransformRequest(
      move, limits: editor.limits, metadata: .replaced(ImageMetadata(), keepsUnknown: false))
    return .moved(
      BlockTransform(image: image, request: request, codec: codec), map.window.size, parameters)
  }

  /// Returns the map of a picture, drawn and encoded again.
  private func drawn(
    _ picture: RenderPlan, _ parts: GainMapPlan.Maps, _ parameters: GainMapParameters, _ codec: any Codec,
    _ encoding: EncodingSettings, _ memory: EditMemory, _ editor: Editor
  ) -> GainMapUse {
    guard let map = GainMapPlan(picture, parts) else { return .dropped }
    var settings = EncodingSettings(quality: encoding.quality?.besideGainMap ?? .level(100))
    settings.chroma = .full
    var request = EncodeRequest(size: map.plan.window.size, pixels: map.plan.output)
    request.limits = editor.limits
    // A screen multiplies the errors of a map, and rounding to luminance and chroma is one of them.
    request.keepsRGB = true
    let sole = map.sources.count == 1 ? image(map.sources[0]) : nil
    let qualitySource = sole.flatMap { $0.codec.format.name == codec.format.name ? $0 : nil }
    let encoder = OutputEncoder(codec: codec, request: request, settings, qualitySource: qualitySource)
    return .drawn(
      rendering(map, parameters, encoder, memory, editor), perQuality: encoding.maximumBytes != nil,
      parameters)
  }
}

extension Quality {
  /// The quality of the gain map of an output with this quality.
  fileprivate var besideGainMap: Quality {
    if case .level(let level) = self { .level(OutputGainMap.quality(beside: level)) } else { self }
  }
}

extension RenderPlan {
  /// The plan of its only image, which is shown whole, without a turn or a reflection.
  fileprivate var ofStoredImage: RenderPlan {
    guard case .image(var draw)? = items.first else { return self }
    let size = images[draw.image].size
    draw.map = .affine(.identity, visible: Rect(origin: .zero, size: Size(size)))
    var plan = self
    plan.items = [.image(draw)]
    (plan.canvas, plan.window) = (size, PixelRect(x: 0, y: 0, size: size))
    return plan
  }
}

extension [OpenImage] {
  /// Returns the image whose gain map cannot be decoded, and the error that says so; nil for another error.
  func unreadableGainMap(_ failure: EditFailure) -> (image: OpenImage, failure: EditFailure)? {
    guard case .input(let error, let position) = failure, case .unreadable(let reason) = error.problem,
      let image = first(where: { $0.gainMapName == error.name })
    else { return nil }
    switch reason {
    case .damaged, .truncated, .unsupported:
      return (image, .input(FileError(error.name, .unreadableGainMap(reason)), at: position))
    default: return nil
    }
  }
}
