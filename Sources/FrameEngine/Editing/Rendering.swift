import FrameCodec
import FrameImage
import FramePlan
import FrameRender

/// The way in which an edit makes its output.
package indirect enum Rendering {
  /// One image, or one image for each frame of an animated image.
  case images(ImageRendering)
  /// The edit over time.
  case sequence(SequenceRendering)
  /// The MCUs of an image, which are moved and not decoded.
  case blocks(BlockTransform)

  /// Decides how an output is made, and checks from headers alone that the total of decoded and drawn pixels is at most
  /// `Limits.work`.
  ///
  /// - Parameters:
  ///   - plan: The plan, in the output's colors; that of the last frame of a sequence.
  ///   - inputs: The images of the plan.
  ///   - sequence: The frames of the edit; nil if only its end is rendered.
  ///   - encoder: The encoder of a still output.
  ///   - primaryImage: The image whose metadata the output gets; nil for none.
  ///   - hdr: The gain map that is applied to the output; nil for none.
  ///   - memory: The memory of the edit.
  ///   - editor: The settings of the edit.
  /// - Throws: `EditFailure.frames` if the requested frames do not exist, or if the format of the output cannot hold
  ///   them; `.input` for an image that takes too much work to decode, `.limit` for the output.
  init(
    _ plan: RenderPlan, _ inputs: RenderedInputs, _ sequence: FrameSequence?, _ encoder: OutputEncoder,
    primaryImage: OpenImage?, applying hdr: HDRRendering?, _ memory: EditMemory, _ editor: Editor
  ) throws(EditFailure) {
    try inputs.checkFrameChoice()
    let format = encoder.codec.format
    func renderer() -> Renderer {
      Renderer(plan, kernels: editor.kernels, cancellation: editor.limits.cancellation)
    }
    if let sequence {
      guard !sequence.hasSeveralFrames || sequence.isNumbered || format.capabilities.animation else {
        throw .frames(.formatHoldsNoSequence(format, frames: sequence.frames), name: nil)
      }
      // The frames of an animation that a sequence shows depend on their delays: `AnimatedImage` counts them.
      try inputs.checkWork(inputs.images.map { _ in .none }, times: 1, editor.limits)
      self = .sequence(SequenceRendering(sequence, inputs, encoder, memory, last: renderer(), editor.kernels))
      return
    }
    let animation = inputs.animation
    if let animation, !format.capabilities.animation {
      throw .frames(
        .formatHoldsOneFrame(format.title, frames: animation.frames), name: inputs.firstAnimated?.name)
    }
    let frames = animation?.frames ?? 1
    // Still images are decoded again for each frame, and shorter animations start over.
    try inputs.checkWork(plan.images.map(\.reduction), times: frames, editor.limits)
    try EditFailure.converting { try editor.limits.check(frames: frames, of: plan.window.size) }
    if animation == nil, let move = plan.move, let image = inputs.images.first {
      // The data of another image would be mixed with the primary image's.
      let keepsAll = editor.metadata.keepsEverything && image === primaryImage
      let dropsMap = !encoder.keepsGainMap && image.header.gainMap != nil
      let isCopy =
        keepsAll && !dropsMap && move.isStill(stored: image.header.size) && !encoder.request.isProgressive
      var request = TransformRequest(
        move, limits: editor.limits,
        metadata: isCopy ? .asStored : .replaced(encoder.request.metadata, keepsUnknown: keepsAll))
      request.isProgressive = encoder.request.isProgressive
      if encoder.setsResolution { request.resolution = encoder.request.metadata.resolution }
      self = .blocks(BlockTransform(image: image, request: request, codec: encoder.codec))
    } else {
      self = .images(ImageRendering(renderer(), inputs, encoder, memory, applying: hdr))
    }
  }

  /// Makes the output.
  ///
  /// - Throws: `EditFailure` of an image, of a limit, or of the output.
  func render(
    into output: ByteOutput, _ options: PreparedEdit.Options
  ) throws(EditFailure) -> PreparedEdit.Result {
    switch self {
    case .images(let images): try images.render(into: output, options)
    case .sequence(let sequence): try sequence.render(into: output, options)
    case .blocks(let blocks): try blocks.render(into: output, options)
    }
  }

  /// Returns a rendering that also writes a gain map.
  func adding(_ map: OutputGainMap) -> Rendering {
    switch (self, map) {
    case (.images(let images), _): .images(images.adding(map))
    case (.blocks(let blocks), .encoded(let map)): .blocks(blocks.adding(map))
    // Blocks have no quality to try, and sequences have no map.
    case (.blocks, .drawn), (.sequence, _): self
    }
  }

  /// True if the output has several frames in one file.
  var isAnimated: Bool {
    switch self {
    case .images(let images): images.isAnimated
    case .sequence(let sequence): sequence.isAnimated
    case .blocks: false
    }
  }

  /// How the output is coded, if it is encoded by a codec that can hold coefficients.
  package var coding: OutputCoding? {
    switch self {
    case .images(let images): images.coding
    case .sequence(let sequence): sequence.coding
    case .blocks: nil
    }
  }
}
