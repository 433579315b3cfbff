import FrameCodec
import FrameGeometry
import FrameImage
import FrameRender
import FrameScene

/// What becomes of the HDR gain maps of the images.
public enum GainMapPolicy: String, Hashable, Sendable, CaseIterable {
  /// The output has a gain map, if its format can store one.
  case keep
  /// The output has the images as SDR screens show them.
  case drop
}

/// What becomes of the gain maps of the images of an edit.
package enum GainMapOutcome: Hashable, Sendable {
  /// The images have none.
  case none
  /// The output is a copy of the image, with its map.
  case copied
  /// The output has a map of its own.
  case kept(PixelSize, GainMapMethod)
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

/// The gain map of an output: how it is made, and what its samples mean.
struct GainMapRendering {
  let size: PixelSize
  private let parameters: GainMapParameters
  private let source: Source

  private enum Source {
    /// The map as it is stored.
    case stored(OpenImage)
    case moved(BlockTransform)
    case rendered(ImageRendering)
  }

  /// - Parameters:
  ///   - picture: the plan of the output.
  ///   - maps: the gain maps of its images.
  ///   - base: how the output itself is made.
  ///   - encoding: how the output is encoded.
  /// - Returns: nil for an output without a gain map, and for one that is a copy.
  init?(
    _ picture: RenderPlan, _ maps: ImageGainMaps, base: Rendering, _ codec: any Codec,
    _ encoding: EncodingSettings, _ memory: EditMemory, _ editor: Editor
  ) {
    guard codec.format.capabilities.gainMap, !base.isAnimated else { return nil }
    switch base {
    case .sequence: return nil
    case .blocks(let blocks) where blocks.keepsEverything: return nil
    case .blocks, .images: break
    }
    guard let combined = maps.combined(in: picture) else { return nil }
    parameters = combined.parameters
    guard let map = GainMapPlan(picture, combined.plan) else { return nil }
    if case .blocks(let blocks) = base, let image = maps.images.first ?? nil, combined.conversions == [nil] {
      // Only the orientation tag of the picture changes.
      if blocks.kind == .tagged {
        (source, size) = (.stored(image), image.header.size)
        return
      }
      if let move = map.plan.lossless(editor.limits) {
        size = map.plan.window.size
        let request = TransformRequest(
          move, limits: editor.limits, metadata: .replaced(ImageMetadata(), keepsUnknown: false))
        source =
          move.isStill(stored: image.header.size)
          ? .stored(image) : .moved(BlockTransform(image: image, request: request, codec: codec))
        return
      }
    }
    size = map.plan.window.size
    var settings = EncodingSettings(quality: Self.quality(beside: encoding.quality))
    settings.chroma = .full
    var request = EncodeRequest(size: map.plan.window.size, pixels: map.plan.output)
    request.limits = editor.limits
    let sole = map.sources.count == 1 ? maps.image(map.sources[0]) : nil
    let inputs = RenderedInputs(
      images: map.sources.compactMap { maps.image($0) },
      colors: ColorManagement(map.sources.map { combined.conversion($0) }), frames: editor.frames)
    source = .rendered(
      ImageRendering(
        Renderer(map.plan, kernels: editor.kernels, cancellation: editor.limits.cancellation), inputs,
        OutputEncoder(codec: codec, request: request, settings, qualitySource: sole), memory))
  }

  /// Maps are smooth and small, and a screen multiplies their errors: at the default quality of JPEG, that of a map is 100.
  private static func quality(beside quality: Quality?) -> Quality {
    switch quality {
    case nil: .level(100)
    case .keep: .keep
    case .level(let level): .level(min(100, level + 10))
    }
  }

  var method: GainMapMethod {
    switch source {
    case .stored: .copied
    case .moved: .moved
    case .rendered: .composed
    }
  }

  /// The bytes that making the map holds at once with one job.
  var heldBytes: Int {
    switch source {
    case .stored: 0
    case .moved(let blocks): blocks.heldBytes
    case .rendered(let images): images.heldBytes
    }
  }

  /// Makes the map.
  ///
  /// - Returns: the map, and notices about damage.
  /// - Throws: `EditFailure` of an image or of a limit.
  func encoded(
    _ options: PreparedEdit.Options
  ) throws(EditFailure) -> (map: EncodedGainMap, notices: [EditNotice]) {
    var own = options
    (own.hash, own.progress, own.decoded) = (false, nil, nil)
    let output = ByteOutput()
    let notices: [EditNotice]
    switch source {
    case .stored(let image):
      do throws(InputError) {
        return (EncodedGainMap(parameters, file: try image.fileBytes()), [])
      } catch {
        throw .input(error, at: nil)
      }
    case .moved(let blocks): notices = try blocks.render(into: output, own).notices
    case .rendered(let images): notices = try images.render(into: output, own).notices
    }
    return (EncodedGainMap(parameters, file: output.takeBytes()), notices)
  }
}

extension Rendering {
  /// Returns notices for images whose gain maps the output lacks because of its format.
  func lostGainMaps(_ maps: ImageGainMaps, _ plan: RenderPlan, _ format: ImageFormat) -> [EditNotice] {
    if case .sequence = self {} else if format.capabilities.gainMap { return [] }
    let lost = maps.images.indices.filter { maps.images[$0] != nil && plan.shownImages.contains($0) }
    return lost.prefix(1).map { .gainMapNotStored(maps.pictures[$0].name, format.title) }
  }
}

/// The gain maps of the images of a plan.
struct ImageGainMaps {
  /// One for each image; nil for an image without one.
  let images: [OpenImage?]
  let pictures: [OpenImage]
  /// The notices about maps that cannot be read.
  let notices: [EditNotice]

  /// Opens the maps. One whose header is damaged is dropped with a notice.
  ///
  /// - Throws: `EditFailure.input` for a file that was changed, or a map that exceeds a limit.
  init(of pictures: [OpenImage]) throws(EditFailure) {
    self.pictures = pictures
    var notices: [EditNotice] = []
    var images: [OpenImage?] = []
    for picture in pictures {
      do throws(InputError) {
        images.append(try picture.openGainMap())
      } catch {
        switch error.problem {
        case .unreadable(.limit): throw .input(error, at: nil)
        case .unreadable: break
        default: throw .input(error, at: nil)
        }
        images.append(nil)
        notices.append(.image(picture.name, .gainMapUnreadable))
      }
    }
    (self.images, self.notices) = (images, notices)
  }

  /// Returns an image of the plan of a gain map.
  func image(_ source: GainMapPlan.Source) -> OpenImage? {
    switch source {
    case .map(let index): images[index]
    case .picture(let index): pictures[index]
    }
  }

  /// Changes only the orientation tag if the blocks of the picture can move and those of its map cannot.
  func requireLossless(_ plan: inout RenderPlan, _ limits: Limits) {
    guard let move = plan.move, move.kind == .exact, move.orientation != .up,
      let combined = combined(in: plan),
      move.source == PixelRect(x: 0, y: 0, size: plan.images[0].size),
      GainMapPlan(plan, combined.plan)?.plan.lossless(limits) == nil
    else { return }
    plan.writing = .moved(LosslessTransform(.tagged, move.orientation, source: move.source))
  }

  /// The maps as parts of one.
  struct Combined {
    let parameters: GainMapParameters
    let plan: GainMapPlan.Maps
    /// The conversion of each image's map to the parameters; nil for a map that has them.
    let conversions: [GainMapTable?]

    func conversion(_ source: GainMapPlan.Source) -> GainMapTable? {
      if case .map(let index) = source { conversions[index] } else { nil }
    }
  }

  /// Returns how the maps that a picture shows become one; nil if it shows none.
  func combined(in picture: RenderPlan) -> Combined? {
    let shown = images.indices.filter { index in
      images[index] != nil && picture.shownImages.contains(index)
    }
    let stored = shown.compactMap { pictures[$0].header.gainMap?.parameters }
    guard !stored.isEmpty else { return nil }
    let sources = images.enumerated().map { index, map in map?.sourceImage(id: index) }
    let parameters = GainMapParameters.combining(
      stored, needsNeutral: !picture.isCoveredByGainMap(sources))
    let isGray =
      parameters.channels.count == 1 && shown.allSatisfy { images[$0]!.header.pixels.channels.isGray }
    let neutral = (0..<3).map { parameters.channel($0).neutral }
    var converted = sources
    let conversions = images.indices.map { index -> GainMapTable? in
      guard let map = images[index], let own = pictures[index].header.gainMap?.parameters else { return nil }
      let table = GainMapTable(from: own, to: parameters, map.header.pixels)
      if let table { converted[index]?.pixels = table.output }
      return table
    }
    return Combined(
      parameters: parameters,
      plan: GainMapPlan.Maps(
        converted, neutral: Color(red: neutral[0], green: neutral[1], blue: neutral[2]),
        output: isGray ? .gray8 : .rgb8),
      conversions: conversions)
  }
}

/// A conversion of the samples of a gain map to those of other parameters.
struct GainMapTable: SampleConversion, Hashable {
  /// One table for each channel of the output.
  private let tables: [[UInt8]]
  private let input: PixelFormat
  let output: PixelFormat

  /// - Parameter pixels: the format of the map: 8 bits, without alpha.
  /// - Returns: nil if no sample changes.
  init?(from: GainMapParameters, to: GainMapParameters, _ pixels: PixelFormat) {
    guard let tables = from.table(to: to) else { return nil }
    input = pixels
    output = pixels == .rgb8 || tables.count > 1 ? .rgb8 : .gray8
    self.tables = output == .rgb8 && tables.count == 1 ? [tables[0], tables[0], tables[0]] : tables
  }

  func apply(_ input: UnsafeRawPointer, into output: UnsafeMutableRawPointer, count: Int) {
    let (from, to) = (input.assumingMemoryBound(to: UInt8.self), output.assumingMemoryBound(to: UInt8.self))
    let channels = tables.count
    let step = self.input.channels.isGray ? 0 : 1
    for pixel in 0..<count {
      for channel in 0..<channels {
        to[pixel * channels + channel] =
          tables[channel][
            Int(from[pixel * (step == 0 ? 1 : channels) + channel * step])]
      }
    }
  }
}
