import FrameCodec
import FrameCompare
import FrameGeometry
import FrameImage
import FrameRender

/// An output with the frames of a sequence, in one file or in one file for each frame.
package struct SequenceRendering {
  let sequence: FrameSequence
  private let inputs: RenderedInputs
  private let encoder: OutputEncoder
  private let memory: EditMemory
  private let kernels: InstructionSet
  /// The bytes of all decoded images.
  private let imageBytes: Int
  /// Shared: the scene, decoded images, and the encoder of a single file. Of each thread: its own plan of a frame, and its own
  /// encoder for a file of its own.
  private let cost: Cost
  /// The bytes of a rendered frame.
  private let frameBytes: Int

  /// - Parameters:
  ///   - encoder: The encoder of a single frame.
  ///   - last: The renderer of the last frame.
  init(
    _ sequence: FrameSequence, _ inputs: RenderedInputs, _ encoder: OutputEncoder, _ memory: EditMemory,
    last: Renderer, _ kernels: InstructionSet
  ) {
    (self.sequence, self.inputs, self.memory, self.kernels) = (sequence, inputs, memory, kernels)
    var encoder = encoder
    let count = sequence.outputFrameCount
    encoder.setAnimation(!sequence.isNumbered && count > 1 ? Animation(frames: count) : nil)
    imageBytes = SequenceImages.bytes(of: inputs.images)
    let renderingBytes = last.windowBytes.adding(last.plan.itemBytes)
    frameBytes = last.plan.frameBytes
    let framesAtOnce = sequence.isNumbered ? 1 : sequence.uniqueFrames.count
    let searchBytes = QualitySearch(encoder)?.heldBytes(frames: frameBytes.times(framesAtOnce)) ?? 0
    let held = imageBytes.adding(memory.sceneBytes).adding(renderingBytes).adding(frameBytes).adding(
      searchBytes)
    encoder.limitOptionalBytes(to: memory.limits.memory - held)
    self.encoder = encoder
    // One file after the other has an encoder for all threads, files at once have one for each.
    let encodingBytes = encoder.heldBytes.adding(searchBytes)
    cost =
      Cost(shared: imageBytes.adding(memory.sceneBytes), held: renderingBytes)
      + (sequence.isNumbered ? Cost(held: encodingBytes) : Cost(shared: encodingBytes))
  }

  /// True if the output has several frames in one file.
  var isAnimated: Bool { encoder.request.animation != nil }

  /// How the output is coded, if its codec can hold coefficients.
  var coding: OutputCoding? { encoder.coding() }

  /// Renders the sequence into one file.
  ///
  /// - Throws: `EditFailure` of an image, of a limit, or of the output.
  func render(
    into output: ByteOutput, _ options: PreparedEdit.Options
  ) throws(EditFailure) -> PreparedEdit.Result {
    if let search = QualitySearch(encoder) {
      return try renderIntoMemory(options).encoded(by: search, into: output, hash: options.hash)
    }
    var hash = pixelHash(options)
    return try EditFailure.converting { () throws in
      var encoder = try encoder.makeEncoder(output)
      let notices = try renderUniqueFrames(options) {
        $0
      } deliver: { index, pixels in
        let frames = sequence.uniqueFrames[index]
        if sequence.uniqueFrames.count > 1 {
          try encoder.beginFrame(milliseconds: sequence.rate.milliseconds(of: frames))
        }
        try encoder.write(pixels.bytes.span)
        if index == 0 { hash?.write(pixels.bytes.span) }
        options.progress?(frames.upperBound, sequence.frames)
      }
      try encoder.finish()
      hash?.finish()
      return PreparedEdit.Result(notices: notices, hash: hash?.text)
    }
  }

  /// Renders the unique frames of the sequence into memory.
  ///
  /// - Throws: `EditFailure` of an image or of a limit.
  func renderIntoMemory(_ options: PreparedEdit.Options) throws(EditFailure) -> RenderedFrames {
    try memory.check(heldBytes.adding(frameBytes.times(sequence.uniqueFrames.count)))
    return try EditFailure.converting { () throws in
      var frames: [RenderedFrame] = []
      let notices = try renderUniqueFrames(options) {
        $0
      } deliver: { index, pixels in
        let milliseconds = sequence.rate.milliseconds(of: sequence.uniqueFrames[index])
        frames.append(RenderedFrame(pixels: pixels, milliseconds: milliseconds))
        options.progress?(sequence.uniqueFrames[index].upperBound, sequence.frames)
      }
      return RenderedFrames(frames: frames, loopCount: 0, notices: notices)
    }
  }

  /// Renders each frame into a file of its own.
  ///
  /// - Parameter write: receives the bytes of each frame, in order. One thread at a time calls it. It returns false
  ///   to end the rendering early.
  /// - Returns: nil if `write` ended it.
  /// - Throws: `EditFailure` of an image, of a limit, or of the output.
  package func encodeEachFrame(
    _ options: PreparedEdit.Options, _ write: @escaping (_ frame: Int, _ bytes: [UInt8]) -> Bool
  ) throws(EditFailure) -> PreparedEdit.Result? {
    var hash = pixelHash(options)
    var quality: Int?
    return try EditFailure.converting { () throws in
      let notices: [EditNotice]
      do {
        notices = try renderUniqueFrames(options) { pixels in
          let frame = RenderedFrame(pixels: pixels, milliseconds: 0)
          if let search = QualitySearch(encoder) {
            let found = try search.encode([frame])
            return (pixels, found.bytes, found.quality)
          }
          let output = ByteOutput()
          try encoder.encode([frame], into: output)
          return (pixels, output.takeBytes(), Int?.none)
        } deliver: { index, made in
          if index == 0 { hash?.write(made.0.bytes.span) }
          quality = [quality, made.2].compactMap(\.self).min()
          for frame in sequence.uniqueFrames[index] {
            guard write(frame, made.1) else { throw CancellationError() }
            options.progress?(frame + 1, sequence.frames)
          }
        }
      } catch is CancellationError {
        return nil
      }
      hash?.finish()
      return PreparedEdit.Result(notices: notices, hash: hash?.text, quality: quality)
    }
  }

  private func pixelHash(_ options: PreparedEdit.Options) -> PixelHash? {
    options.hash ? PixelHash(size: encoder.request.size, format: encoder.request.pixels) : nil
  }
}

// MARK: Frames

extension SequenceRendering {
  /// Renders the unique frames.
  ///
  /// - Parameters:
  ///   - make: makes something of a rendered frame, on any thread.
  ///   - deliver: receives the index of each unique frame and what was made of it, in order, by one thread at a time.
  /// - Returns: the notices of the decoders.
  private func renderUniqueFrames<Made: Sendable>(
    _ options: PreparedEdit.Options, _ make: @escaping (Bitmap) throws -> Made,
    deliver: @escaping (Int, Made) throws -> Void
  ) throws -> [EditNotice] {
    let sequenceImages = SequenceImages(
      inputs, DecodeRequest(onDamage: options.onDamage, limits: memory.limits))
    let indices = Dictionary(uniqueKeysWithValues: sequence.images.enumerated().map { ($1, $0) })
    let threads = try threads(options)
    let jobsPerFrame = max(1, options.jobs / max(1, sequence.uniqueFrames.count))
    var next = 0
    try Workers.mapInOrder(
      threads: threads, ahead: Workers.Lookahead(elements: Self.maximumPending(threads: threads))
    ) { () throws(any Error) -> (unique: Int, animated: [Int: Bitmap])? in
      guard next < sequence.uniqueFrames.count else { return nil }
      defer { next += 1 }
      let start = sequence.uniqueFrames[next].lowerBound
      return (next, try sequenceImages.animatedFrames(at: sequence.rate.milliseconds(of: 0..<start)))
    } make: { unique, animatedFrames throws(any Error) in
      let scene = try converting(sequence.plan(ofUnique: unique)) { EditFailure($0, in: memory.files) }
      var plan = inputs.colors.applied(to: scene)
      var rows: [any PixelSource] = []
      for image in plan.images.indices {
        let index = indices[plan.images[image].id]!
        if let pixels = animatedFrames[index] {
          plan.images[image].reduction = .none
          rows.append(pixels)
        } else {
          rows.append(try sequenceImages.still(index, reduction: plan.images[image].reduction))
        }
      }
      // Only the last frame was checked before, and this one may need more memory.
      let renderer = try memory.limitingJobs(
        of: Renderer(plan, kernels: kernels, cancellation: memory.limits.cancellation), to: jobsPerFrame,
        beside: imageBytes.adding(frameBytes))
      var pixels = Bitmap(size: plan.window.size, format: plan.output)
      try renderer.render(rows, into: &pixels)
      return (unique, try make(pixels))
    } deliver: { unique, made throws(any Error) in
      try deliver(unique, made)
    }
    return sequenceImages.notices
  }
}

// MARK: Memory

extension SequenceRendering {
  /// The bytes that rendering holds at once with one job.
  package var heldBytes: Int { heldBytes(threads: 1) }

  private func heldBytes(threads: Int) -> Int {
    cost.bytes(threads: threads).adding(Self.maximumPending(threads: threads).times(frameBytes))
  }

  /// Returns the largest number of unique frames that are begun and not delivered yet.
  private static func maximumPending(threads: Int) -> Int { threads == 1 ? 1 : 2 * threads }

  /// Returns the number of threads that the memory limit allows.
  private func threads(_ options: PreparedEdit.Options) throws(EditFailure) -> Int {
    try memory.check(heldBytes)
    let wanted = max(1, min(options.jobs, sequence.uniqueFrames.count))
    return (1...wanted).last { heldBytes(threads: $0) <= memory.limits.memory } ?? 1
  }
}
