import FrameCodec
import FrameImage
import FrameScript
import FramePlan
import FrameScene

/// A scene and the plan of its output, before the colors of the output are known.
struct PlannedScene {
  /// The result of the script.
  let result: Interpreter.Result
  /// The scene at the time that the output shows.
  let run: SceneRun.Result
  let planner: Planner
  /// The plan, in the colors of the script. For a sequence, it is the plan of the last frame.
  let plan: RenderPlan
  /// The frames of the edit; nil if only its end is rendered.
  let sequence: FrameSequence?
  /// All images that the script opened.
  let store: ImageStore
  /// The codec of the output.
  let codec: any Codec

  /// The numbers of the images that the output shows.
  var shown: [Int] { sequence?.images ?? plan.images.map(\.id) }
}

// The steps that make an edit of a planned scene. Each one reads the results of earlier steps.
extension PlannedScene {
  /// The image whose quality the output can keep: the primary image, if it has the output's format and the codec
  /// supports it.
  var qualitySource: OpenImage? {
    guard let image = store.images.first, codec.format.capabilities.movesBlocks,
      image.codec.format.name == codec.format.name
    else { return nil }
    return image
  }

  /// Returns the plan in the output's colors.
  func picture(
    _ colors: ColorManagement, _ maps: ImageGainMaps?, _ encoding: EncodingSettings, _ limits: Limits
  ) -> RenderPlan {
    let picture = colors.applied(to: plan)
    guard planner.output.lossless == .require, encoding.gainMap == .keep, let maps else { return picture }
    return maps.lossless(picture, limits)
  }

  /// Returns the image that the gain maps give; nil if they are not applied. Without a map that can be read, the output is
  /// an SDR image.
  func hdr(
    _ picture: RenderPlan, _ inputs: RenderedInputs, _ maps: ImageGainMaps?, _ encoding: EncodingSettings,
    _ memory: EditMemory, _ editor: Editor
  ) -> HDRRendering? {
    guard case .apply(let settings) = encoding.gainMap, let maps, sequence == nil, inputs.animation == nil
    else { return nil }
    return HDRRendering(picture, maps, settings, inputs.colors, codec, memory, editor)
  }

  /// Returns the encoder of a still output.
  func encoder(
    _ plan: RenderPlan, _ metadata: OutputMetadata, applying hdr: HDRRendering?, _ encoding: EncodingSettings,
    _ limits: Limits
  ) -> OutputEncoder {
    var request = EncodeRequest(
      size: plan.window.size, pixels: hdr?.output ?? plan.output, metadata: metadata.filteredMetadata.metadata
    )
    if let codePoints = hdr?.codePoints {
      (request.metadata.profile, request.metadata.colorimetry) = (nil, codePoints)
    }
    request.limits = limits
    return OutputEncoder(codec: codec, request: request, encoding, qualitySource: qualitySource)
  }

  /// Decides how the output uses the gain maps of its images.
  ///
  /// - Throws: `EditFailure.encoding` if the output must be a lossless transform, and its map cannot be one.
  func gainMaps(
    _ plan: RenderPlan, _ images: [OpenImage], _ maps: ImageGainMaps?, _ rendering: Rendering,
    _ hdr: HDRRendering?, _ encoding: EncodingSettings, _ memory: EditMemory, _ editor: Editor
  ) throws(EditFailure) -> GainMapUse {
    guard plan.shownImages.contains(where: { images[$0].header.gainMap != nil }) else { return .none }
    if case .blocks(let blocks) = rendering, blocks.keepsEverything { return .copied }
    if let hdr { return .applied(hdr) }
    let use = maps?.use(in: plan, base: rendering, codec, encoding, memory, editor) ?? .dropped
    // Maps in Apple's form are converted, so they are always encoded again.
    if planner.output.lossless == .require, images.first?.header.gainMap?.samples != .apple,
      case .drawn = use
    {
      throw .encoding(
        Message(
          "the HDR gain map cannot be moved without loss, as the photo can",
          hint: "allow pixels to be encoded again, or drop the gain map"
        ))
    }
    return use
  }
}

extension GainMapUse {
  /// Returns the notices about maps that cannot be read or written.
  func notices(
    _ images: [OpenImage], _ maps: ImageGainMaps?, _ plan: RenderPlan, _ policy: GainMapPolicy,
    _ scene: PlannedScene
  ) -> [EditNotice] {
    if policy == .drop { return [] }
    var notices = maps?.notices ?? []
    if case .dropped = self, let lost = maps?.firstPicture(shownBy: plan) {
      let format = scene.codec.format
      notices.append(
        format.capabilities.gainMap ? .gainMapOfFrames(lost.name) : .gainMapNotStored(lost.name, format.title)
      )
    }
    if case .apply = policy, maps?.hasReadable != true, let primary = scene.store.images.first {
      notices.append(.noGainMap(primary.name))
    }
    return notices
      + images.flatMap { image in
        image.header.notices.filter(\.isAboutGainMap).map { EditNotice.image(image.name, $0) }
      }
  }
}
