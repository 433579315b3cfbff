import FrameCodec
import FrameCompare
import FrameGeometry
import FrameImage
import FrameRender
import FrameScene

extension PreparedEdit {
  /// Renders a frame sequence into one file.
  func render(
    _ sequence: FrameSequence, _ renderer: Renderer, into output: ByteOutput, _ options: Options
  ) throws(EditFailure) -> Result {
    var hash = options.hash ? PixelHash(size: plan.window.size, format: plan.output) : nil
    return try convertingErrors { () throws in
      var encoder = try encoder.makeEncoder(output, options.quality)
      let notices = try run(sequence, renderer, options) { _, pixels in
        pixels
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
      return Result(notices: notices, hash: hash?.text)
    }
  }

  /// Renders a frame sequence into memory.
  ///
  /// - Returns: the unique frames, and the notices of the decoders.
  func render(
    _ sequence: FrameSequence, _ renderer: Renderer, _ options: Options
  ) throws(EditFailure) -> (frames: [RenderedFrame], notices: [EditNotice]) {
    do throws(LimitExceeded) {
      try limits.check(memory: heldBytes.adding(outputBytes))
    } catch {
      throw .limit(error)
    }
    return try convertingErrors { () throws in
      var frames: [RenderedFrame] = []
      let notices = try run(sequence, renderer, options) { _, pixels in
        pixels
      } deliver: { index, pixels in
        let milliseconds = sequence.rate.milliseconds(of: sequence.uniqueFrames[index])
        frames.append(RenderedFrame(pixels: pixels, milliseconds: milliseconds))
        options.progress?(sequence.uniqueFrames[index].upperBound, sequence.frames)
      }
      return (frames, notices)
    }
  }

  /// Renders each frame of a sequence into a file of its own.
  ///
  /// - Parameter write: receives the bytes of each frame, in order. One thread at a time calls it. It returns false
  ///   to end the rendering early.
  /// - Returns: nil if `write` ended it.
  package func renderFrames(
    _ options: Options, _ write: @escaping (_ frame: Int, _ bytes: [UInt8]) -> Bool
  ) throws(EditFailure) -> Result? {
    struct EndedEarly: Error {}
    guard case .frames(let sequence, let renderer) = rendition else { throw .bug("the edit has no frames") }
    var hash = options.hash ? PixelHash(size: plan.window.size, format: plan.output) : nil
    return try convertingErrors { () throws in
      let notices: [EditNotice]
      do {
        notices = try run(sequence, renderer, options) { _, pixels in
          let output = ByteOutput()
          var encoder = try encoder.makeEncoder(output, options.quality)
          try encoder.write(pixels.bytes.span)
          try encoder.finish()
          return (pixels, output.takeBytes())
        } deliver: { index, made in
          if index == 0 { hash?.write(made.0.bytes.span) }
          for frame in sequence.uniqueFrames[index] {
            guard write(frame, made.1) else { throw EndedEarly() }
            options.progress?(frame + 1, sequence.frames)
          }
        }
      } catch is EndedEarly {
        return nil
      }
      hash?.finish()
      return Result(notices: notices, hash: hash?.text)
    }
  }

  /// Renders the unique frames of a sequence.
  ///
  /// - Parameters:
  ///   - make: makes something of a rendered frame, on any thread.
  ///   - deliver: receives the results in order, by one thread at a time.
  /// - Returns: the notices of the decoders.
  private func run<Made: Sendable>(
    _ sequence: FrameSequence, _ renderer: Renderer, _ options: Options,
    _ make: @escaping (Int, Bitmap) throws -> Made,
    deliver: @escaping (Int, Made) throws -> Void
  ) throws -> [EditNotice] {
    let sequenceImages = SequenceImages(
      images, colors, frames: frames, DecodeRequest(onDamage: options.onDamage, limits: limits))
    let indices = Dictionary(uniqueKeysWithValues: sequence.images.enumerated().map { ($1, $0) })
    let threads = try threads(for: sequence, renderer, options)
    let (imageBytes, each) = bytes(of: sequence, renderer)
    let held = imageBytes.adding(each.frame)
    let jobsPerFrame = max(1, options.jobs / max(1, sequence.uniqueFrames.count))
    var next = 0
    try Workers.mapInOrder(
      threads: threads, ahead: Workers.Lookahead(elements: Self.maximumPending(threads: threads))
    ) { () throws(any Error) -> (unique: Int, animated: [Int: Bitmap])? in
      guard next < sequence.uniqueFrames.count else { return nil }
      defer { next += 1 }
      let start = sequence.uniqueFrames[next].lowerBound
      return (next, try sequenceImages.animatedFrames(at: sequence.rate.milliseconds(of: 0..<start)))
    } make: { [self] unique, animatedFrames throws(any Error) in
      var plan = colors.applied(to: try sequence.plan(ofUnique: unique))
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
      let renderer = try limitingJobs(
        of: Renderer(plan, kernels: kernels, cancellation: limits.cancellation), to: jobsPerFrame,
        beside: held)
      var pixels = Bitmap(size: plan.window.size, format: plan.output)
      try renderer.render(rows, into: &pixels)
      return (unique, try make(unique, pixels))
    } deliver: { unique, made throws(any Error) in
      try deliver(unique, made)
    }
    return sequenceImages.notices
  }

  /// Returns the largest number of unique frames that are begun and not delivered yet.
  private static func maximumPending(threads: Int) -> Int { threads == 1 ? 1 : 2 * threads }

  /// Returns the number of threads that the memory limit allows.
  private func threads(
    for sequence: FrameSequence, _ renderer: Renderer, _ options: Options
  ) throws(EditFailure) -> Int {
    do throws(LimitExceeded) {
      try limits.check(memory: heldBytes)
    } catch {
      throw .limit(error)
    }
    let wanted = max(1, min(options.jobs, sequence.uniqueFrames.count))
    let (held, each) = bytes(of: sequence, renderer)
    return (1...wanted).last { threads in
      held.adding(sceneBytes).adding(threads.times(each.window))
        .adding(Self.maximumPending(threads: threads).times(each.frame)) <= limits.memory
    } ?? 1
  }

  /// Returns the bytes of pixels that a sequence holds: those of its images, and those of each thread.
  private func bytes(
    of sequence: FrameSequence, _ renderer: Renderer
  ) -> (images: Int, each: (window: Int, frame: Int)) {
    let size = plan.window.size
    let frame = plan.output.rowBytes(width: size.width) * size.height
    // Each thread has its own scene and plan of a frame.
    return (SequenceImages.bytes(of: images), (renderer.windowBytes.adding(plan.itemBytes), frame))
  }

  /// Returns the bytes that a sequence holds with one job.
  func heldBytes(of sequence: FrameSequence, _ renderer: Renderer) -> Int {
    let (held, each) = bytes(of: sequence, renderer)
    return sceneBytes.adding(held).adding(each.window).adding(each.frame)
  }
}
