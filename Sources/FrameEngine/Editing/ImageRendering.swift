import FrameCodec
import FrameCompare
import FrameGeometry
import FrameImage
import FramePlan
import FrameRender

/// An output with one image, or with one image for each frame of an animated image. All of them have the same plan.
package struct ImageRendering {
  private let renderer: Renderer
  private let inputs: RenderedInputs
  private(set) var encoder: OutputEncoder
  private let memory: EditMemory
  /// The gain map that is applied to the picture; nil for none.
  private let hdr: HDRRendering?
  /// The bytes that a search for a quality holds.
  private let searchBytes: Int

  init(
    _ renderer: Renderer, _ inputs: RenderedInputs, _ encoder: OutputEncoder, _ memory: EditMemory,
    applying hdr: HDRRendering? = nil
  ) {
    var encoder = encoder
    encoder.setAnimation(inputs.animation)
    self.hdr = hdr
    let frames = encoder.frameBytes.times(inputs.animation?.frames ?? 1)
    searchBytes = QualitySearch(encoder)?.heldBytes(frames: frames) ?? 0
    let held = memory.sceneBytes.adding(renderer.windowBytes).adding(searchBytes).adding(hdr?.heldBytes ?? 0)
    encoder.limitOptionalBytes(to: memory.limits.memory - held)
    (self.renderer, self.inputs, self.encoder, self.memory) = (renderer, inputs, encoder, memory)
  }

  /// Returns a rendering that also writes a gain map.
  func adding(_ map: OutputGainMap) -> ImageRendering {
    var other = self
    other.encoder.gainMap = map
    return other
  }

  private var plan: RenderPlan { renderer.plan }

  private var animation: Animation? { encoder.request.animation }

  private var frameCount: Int { animation?.frames ?? 1 }

  /// The size of the output.
  var size: PixelSize { plan.window.size }

  /// True if the output has several frames.
  var isAnimated: Bool { animation != nil }

  /// How the output is coded, if its codec can hold coefficients.
  var coding: OutputCoding? { encoder.coding() }

  /// The bytes that rendering and encoding hold at once with one job: the scene, pixels and coefficients.
  var heldBytes: Int { memory.sceneBytes.adding(renderer.windowBytes).adding(encodingBytes) }

  /// For each image of the plan, the most of its rows that are held at once.
  var heldRows: [Int] { renderer.heldRows }

  private var encodingBytes: Int { encoder.heldBytes.adding(searchBytes).adding(hdr?.heldBytes ?? 0) }

  /// The bytes of the output's pixels.
  var outputBytes: Int { encoder.frameBytes.times(frameCount) }

  /// Decodes, renders and encodes the output.
  ///
  /// - Throws: `EditFailure` of an image, of a limit, or of the output.
  func render(
    into output: ByteOutput, _ options: PreparedEdit.Options
  ) throws(EditFailure) -> PreparedEdit.Result {
    if let search = QualitySearch(encoder) {
      let rendered = try renderIntoMemory(options, beside: encodingBytes)
      return try rendered.encoded(by: search, into: output, hash: options.hash)
    }
    let hash = options.hash ? PixelHash(size: plan.window.size, format: encoder.request.pixels) : nil
    let (notices, text) = try render(options, hash: hash, beside: encodingBytes) {
      try encoder.makeEncoder(output)
    }
    return PreparedEdit.Result(notices: notices, hash: text)
  }

  /// Decodes and renders the output into memory.
  ///
  /// - Throws: `EditFailure` of an image or of a limit.
  func renderIntoMemory(_ options: PreparedEdit.Options) throws(EditFailure) -> RenderedFrames {
    try renderIntoMemory(options, beside: outputBytes.adding(hdr?.heldBytes ?? 0))
  }

  private func renderIntoMemory(
    _ options: PreparedEdit.Options, beside held: Int
  ) throws(EditFailure) -> RenderedFrames {
    let collector = FrameCollector(size: plan.window.size, format: encoder.request.pixels)
    let (notices, _) = try render(options, beside: held) { collector }
    return RenderedFrames(
      frames: collector.frames, loopCount: animation?.loopCount ?? 0, notices: notices)
  }

  /// Applies the gain map, and renders every frame into a sink.
  ///
  /// - Parameters:
  ///   - hash: Begins the hash of the output; nil for no hash.
  ///   - held: The bytes in use beside the renderer's own, including the encoder's output.
  /// - Returns: The notices of the decoders, and the hash.
  private func render(
    _ options: PreparedEdit.Options, hash: PixelHash? = nil, beside held: Int,
    into makeSink: () throws -> any FrameSink
  ) throws(EditFailure) -> (notices: [EditNotice], hash: String?) {
    let renderer = try memory.limitingJobs(of: renderer, to: options.jobs, beside: held)
    return try EditFailure.converting { () throws in
      let applied = try hdr?.conversion(options)
      var sink = HashingSink(
        inner: try makeSink(), hash: hash, progress: rowProgress(options), conversion: applied?.conversion)
      let notices = try render(with: renderer, options, into: &sink)
      return (notices + (applied?.notices ?? []), sink.hash?.text)
    }
  }

  private func rowProgress(_ options: PreparedEdit.Options) -> RowProgress? {
    options.progress.map { report in
      let rowBytes = encoder.request.pixels.rowBytes(width: plan.window.size.width)
      return RowProgress(rowBytes: rowBytes, rows: plan.window.size.height.times(frameCount), report: report)
    }
  }

  /// Renders every frame into one sink. Each frame is the same edit of that frame of the images.
  ///
  /// - Returns: the notices of the decoders.
  private func render(
    with renderer: Renderer, _ options: PreparedEdit.Options, into sink: inout HashingSink
  ) throws -> [EditNotice] {
    if let store = inputs.decoded,
      let notices = try render(with: renderer, options, from: store, into: &sink)
    {
      return notices
    }
    let images = inputs.images
    // The output has the delays of the first animated image.
    let timed = images.firstIndex { $0.header.frames > 1 }
    var decoders: [SourceDecoder?] = images.map { _ in nil }
    var notices: [EditNotice] = []
    for frame in 0..<frameCount {
      var milliseconds = 0
      for (i, (image, planned)) in zip(images, plan.images).enumerated() {
        let count = image.header.frames
        let wanted = inputs.usedFrame(of: image, for: frame)
        // Still images are decoded again for each frame, and shorter animations start over.
        if count == 1 || wanted == 0 || decoders[i] == nil {
          notices.addMissing(decoders[i]?.notices ?? [])
          decoders[i] = SourceDecoder(
            image, decodeRequest(planned.reduction, options, ofImage: i), frame: wanted,
            readsSeveralFrames: frameCount > 1)
        }
        // Otherwise decoding starts when the renderer needs the first row.
        guard frameCount > 1, count > 1 else { continue }
        let delay = try decoders[i]!.beginFrame(wanted)
        if i == timed { milliseconds = delay }
      }
      if frameCount > 1 { try sink.beginFrame(milliseconds: milliseconds) }
      let open = decoders.compactMap(\.self)
      let sources = open.enumerated().map { inputs.colors.source($1.reduced, at: $0) }
      try renderer.render(sources, into: &sink, finishing: frame == frameCount - 1)
    }
    // A decoder counts damage over all its frames, so its notices are taken once, after its last frame.
    for decoder in decoders { notices.addMissing(decoder?.notices ?? []) }
    return notices
  }

  /// Renders a still image from decoded images that several outputs share.
  ///
  /// - Returns: the notices of the decoders; nil, and nothing is drawn, if one of the images does not fit.
  private func render(
    with renderer: Renderer, _ options: PreparedEdit.Options, from store: DecodedImages,
    into sink: inout HashingSink
  ) throws -> [EditNotice]? {
    guard frameCount == 1 else { return nil }
    var sources: [any PixelSource] = []
    var notices: [EditNotice] = []
    let use = store.use()
    for (i, (image, planned)) in zip(inputs.images, plan.images).enumerated() {
      let request = decodeRequest(planned.reduction, options, ofImage: i)
      let frame = inputs.usedFrame(of: image, for: 0)
      let found = try use.pixels(
        of: image, at: i, frame: frame, request, in: inputs.colors, isPreview: inputs.isPreview)
      guard let found else { return nil }
      sources.append(found.pixels)
      notices.addMissing(found.notices)
    }
    try withExtendedLifetime(use) { try renderer.render(sources, into: &sink) }
    return notices
  }

  private func decodeRequest(
    _ reduction: ShrinkFactor, _ options: PreparedEdit.Options, ofImage index: Int
  ) -> DecodeRequest {
    var request = DecodeRequest(
      reduction: reduction, onDamage: options.onDamage, limits: memory.limits, threads: options.jobs)
    if request.onDamage == .salvage, inputs.gainMaps.contains(index) { request.onDamage = .fail }
    return request
  }
}

extension RenderPlan {
  /// The bytes of the output's pixels.
  package var frameBytes: Int { output.rowBytes(width: window.size.width).times(window.size.height) }
}

extension RenderedFrames {
  /// Encodes the frames at the highest quality whose output fits, and writes that output.
  ///
  /// - Throws: `EditFailure` of a limit, or of the output.
  func encoded(
    by search: QualitySearch, into output: ByteOutput, hash: Bool
  ) throws(EditFailure) -> PreparedEdit.Result {
    try EditFailure.converting { () throws in
      let found = try search.encode(frames)
      try output.write(found.bytes)
      var result = PreparedEdit.Result(notices: notices + [found.notice].compactMap(\.self))
      result.quality = found.quality
      if hash, let first = frames.first?.pixels {
        var hash = PixelHash(size: first.size, format: first.format)
        hash.write(first.bytes.span)
        hash.finish()
        result.hash = hash.text
      }
      return result
    }
  }
}

extension [EditNotice] {
  /// Appends the notices that the array does not contain yet.
  fileprivate mutating func addMissing(_ notices: [EditNotice]) {
    for notice in notices where !contains(notice) { append(notice) }
  }
}
