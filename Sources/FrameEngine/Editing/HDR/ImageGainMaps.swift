import FrameCodec
import FrameFiles
import FrameImage
import FramePlan
import FrameRender
import FrameScene

/// The gain maps of the images of a plan.
struct ImageGainMaps {
  /// One for each image; nil for an image without one.
  let images: [OpenImage?]
  private let pictures: [OpenImage]
  /// The parameters of each map, for the picture in the output's colors.
  private let parameters: [GainMapParameters?]
  /// The notices about maps that cannot be read.
  let notices: [EditNotice]

  /// Opens the maps that a plan shows. One whose header is damaged is dropped with a notice, unless it should be applied.
  ///
  /// - Returns: nil if there are none, or if they are not wanted.
  /// - Throws: `EditFailure.input` for a file that was changed, a map that exceeds a limit, or one that should be applied and
  ///   cannot be read.
  init?(
    of pictures: [OpenImage], shownBy plan: RenderPlan, _ policy: GainMapPolicy, _ colors: ColorManagement,
    isPreview: Bool
  ) throws(EditFailure) {
    if case .apply = policy, !isPreview {
      let unreadable = pictures.indices.first { index in
        plan.shownImages.contains(index) && pictures[index].header.notices.contains(.gainMapUnreadable)
      }
      if let unreadable {
        let reason = CodecError.damaged(detail: "its header cannot be read")
        throw .input(FileError(pictures[unreadable].gainMapName, .unreadableGainMap(reason)), at: nil)
      }
    }
    guard policy != .drop, !isPreview,
      plan.shownImages.contains(where: { pictures[$0].header.gainMap != nil })
    else { return nil }
    self.pictures = pictures
    var notices: [EditNotice] = []
    var images: [OpenImage?] = []
    for picture in pictures {
      do throws(FileError) {
        let map = try picture.openGainMap()
        if images.count >= ImageStore.mostOpen { map?.park() }
        images.append(map)
      } catch {
        switch error.problem {
        case .unreadable(.limit): throw .input(error, at: nil)
        case .unreadable(let reason):
          if case .apply = policy {
            throw .input(FileError(error.name, .unreadableGainMap(reason)), at: nil)
          }
        default: throw .input(error, at: nil)
        }
        images.append(nil)
        notices.append(.image(picture.name, .gainMapUnreadable))
      }
    }
    (self.images, self.notices) = (images, notices)
    parameters = pictures.enumerated().map { index, picture in
      picture.header.gainMap?.parameters.of(picture, isConverted: colors.converts(index))
    }
  }

  /// True if at least one map can be read.
  var hasReadable: Bool { images.contains { $0 != nil } }

  /// Returns the first picture of a plan that has a map.
  func firstPicture(shownBy plan: RenderPlan) -> OpenImage? {
    images.indices.first { images[$0] != nil && plan.shownImages.contains($0) }.map { pictures[$0] }
  }

  /// Returns an image of the plan of a gain map.
  func image(_ source: GainMapPlan.Source) -> OpenImage? {
    switch source {
    case .map(let index): images[index]
    case .picture(let index): pictures[index]
    }
  }

  /// Returns how a map is drawn.
  func rendering(
    _ map: GainMapPlan, _ combined: GainMapParameters, _ encoder: OutputEncoder, _ memory: EditMemory,
    _ editor: Editor
  ) -> ImageRendering {
    var inputs = RenderedInputs(
      images: map.sources.compactMap { image($0) },
      colors: ColorManagement(map.sources.map { conversion($0, to: combined) }), frames: editor.frames)
    for (index, source) in map.sources.enumerated() {
      if case .map = source { inputs.gainMaps.insert(index) }
    }
    let renderer = Renderer(map.plan, kernels: editor.kernels, cancellation: editor.limits.cancellation)
    return ImageRendering(renderer, inputs, encoder, memory)
  }

  /// Returns a plan that changes only the orientation tag if the blocks of the picture can move and those of its map cannot.
  func lossless(_ plan: RenderPlan, _ limits: Limits) -> RenderPlan {
    guard let move = plan.move, move.kind == .exact, move.orientation != .up,
      let parts = combined(in: plan)?.parts,
      move.source == PixelRect(x: 0, y: 0, size: plan.images[0].size),
      GainMapPlan(plan, parts)?.plan.lossless(limits) == nil
    else { return plan }
    var plan = plan
    plan.writing = .moved(LosslessTransform(.tagged, move.orientation, source: move.source))
    return plan
  }

  /// Returns the parts of a map that combines all maps of a picture, and its parameters; nil if the picture shows none.
  func combined(in picture: RenderPlan) -> (parts: GainMapPlan.Maps, parameters: GainMapParameters)? {
    let shown = images.indices.filter { index in
      images[index] != nil && picture.shownImages.contains(index)
    }
    let stored = shown.compactMap { parameters[$0] }
    guard !stored.isEmpty else { return nil }
    var sources = images.enumerated().map { index, map in map?.sourceImage(id: index) }
    let combined = GainMapParameters.combining(
      stored, needsNeutral: !picture.isCoveredByGainMap(sources))
    let isGray =
      combined.channels.count == 1 && shown.allSatisfy { images[$0]!.header.pixels.channels.isGray }
    for index in images.indices {
      if let table = conversion(.map(index), to: combined) { sources[index]?.pixels = table.output }
    }
    let neutral = (0..<3).map { combined.channel($0).neutral }
    let parts = GainMapPlan.Maps(
      sources, neutral: Color(red: neutral[0], green: neutral[1], blue: neutral[2]),
      output: isGray ? .gray8 : .rgb8)
    return (parts, combined)
  }

  /// Returns the conversion of an image's map to the parameters of a combined map; nil if it needs none.
  func conversion(_ source: GainMapPlan.Source, to combined: GainMapParameters) -> GainMapTable? {
    guard case .map(let index) = source, let map = images[index], let own = parameters[index] else {
      return nil
    }
    return GainMapTable(from: own, to: combined, map.header.pixels)
  }
}

extension GainMapParameters {
  /// Returns the parameters for a picture whose colors may be converted. Gains of single colors then still apply in the
  /// picture's own colors; a gain of all colors is the same in any.
  fileprivate func of(_ picture: OpenImage, isConverted: Bool) -> GainMapParameters {
    guard isConverted, colors == .base, channels.count > 1 else { return self }
    var parameters = self
    parameters.colors = .profile(picture.header.metadata.profile ?? ColorProfile.sRGB().iccData)
    return parameters
  }
}

/// A conversion of the samples of a gain map to those of other parameters.
struct GainMapTable: SampleConversion, Equatable {
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

  /// The conversion of a map in Apple's form, whose channels are all the same.
  ///
  /// - Parameters:
  ///   - parameters: those of the converted map.
  ///   - header: the map's.
  /// - Returns: nil unless the map is gray or has three colors, of 8 bits.
  init?(apple parameters: GainMapParameters, _ header: ImageHeader) {
    guard header.samples == .colors, [.gray8, .rgb8].contains(header.pixels) else { return nil }
    (input, output) = (header.pixels, .gray8)
    tables = [AppleGainMap.table(to: parameters)]
  }

  func apply(_ input: UnsafeRawPointer, into output: UnsafeMutableRawPointer, count: Int) {
    let (from, to) = (input.assumingMemoryBound(to: UInt8.self), output.assumingMemoryBound(to: UInt8.self))
    let channels = tables.count
    let (stride, step) = self.input.channels.isGray ? (1, 0) : (3, 1)
    for pixel in 0..<count {
      for channel in 0..<channels {
        let sample = from[pixel * stride + channel * step]
        to[pixel * channels + channel] = tables[channel][Int(sample)]
      }
    }
  }
}
