import FrameCodec
import FrameHash
import FrameModel
import FrameRender
import FrameScene

extension PreparedEdit {
  /// Renders a film's frames into one file.
  func render(
    _ sequence: FrameSequence, into output: ByteOutput, _ options: Options
  ) throws(EditError) -> Result {
    var hash = options.hash ? PixelHash(size: plan.window.size, format: plan.output) : nil
    return try rendering { () throws in
      var encoder = try encoder(output, options.quality)
      let notices = try run(sequence, options) { _, pixels in
        pixels
      } deliver: { shot, pixels in
        let frames = sequence.uniqueFrames[shot]
        if sequence.uniqueFrames.count > 1 {
          try encoder.beginFrame(milliseconds: sequence.rate.milliseconds(of: frames))
        }
        try encoder.write(pixels.bytes.span)
        if shot == 0 { hash?.write(pixels.bytes.span) }
        options.progress?(frames.upperBound, sequence.frames)
      }
      try encoder.finish()
      hash?.finish()
      return Result(notices: notices, hash: hash?.text)
    }
  }

  /// Renders a film's frames into files of their own.
  ///
  /// - Parameter write: is given the bytes of each, in their order, by one thread at a time.
  /// - Throws: `EditError`; what `write` throws is the host's.
  public func renderFrames(
    _ options: Options, _ write: @escaping (_ frame: Int, _ bytes: [UInt8]) throws -> Void
  ) throws(EditError) -> Result {
    guard let sequence else { preconditionFailure("frames of an edit that is one image") }
    var hash = options.hash ? PixelHash(size: plan.window.size, format: plan.output) : nil
    return try rendering { () throws in
      let notices = try run(sequence, options) { _, pixels in
        let output = ByteOutput()
        var encoder = try encoder(output, options.quality)
        try encoder.write(pixels.bytes.span)
        try encoder.finish()
        return (pixels, output.takeBytes())
      } deliver: { shot, made in
        if shot == 0 { hash?.write(made.0.bytes.span) }
        for frame in sequence.uniqueFrames[shot] {
          do { try write(frame, made.1) } catch { throw EditError.host(error, at: nil) }
          options.progress?(frame + 1, sequence.frames)
        }
      }
      hash?.finish()
      return Result(notices: notices, hash: hash?.text)
    }
  }

  /// - Returns: what was found while decoding.
  private func run<Made: Sendable>(
    _ sequence: FrameSequence, _ options: Options, _ make: @escaping (Int, Bitmap) throws -> Made,
    deliver: @escaping (Int, Made) throws -> Void
  ) throws -> [EditNotice] {
    let sources = FrameImageCache(
      images, colors, frames: frames, DecodeRequest(onDamage: options.onDamage, limits: limits))
    let places = Dictionary(uniqueKeysWithValues: sequence.images.enumerated().map { ($1, $0) })
    let threads = try threads(for: sequence, options)
    let (imageBytes, each) = bytes(of: sequence)
    let held = imageBytes.adding(each.frame)
    let inner = max(1, options.jobs / max(1, sequence.uniqueFrames.count))
    try OrderedWork(sequence.uniqueFrames.count, threads: threads) { shot in
      try sources.due(at: sequence.rate.milliseconds(of: 0..<sequence.uniqueFrames[shot].lowerBound))
    } make: { shot, due in
      var plan = try sequence.planner.plan(sequence.uniqueFrames[shot].lowerBound).mappingColors(
        colors.sample)
      (plan.toneCurve, plan.output) = (colors.toneCurve, sequence.output)
      var rows: [any PixelSource] = []
      for image in plan.images.indices {
        let index = places[plan.images[image].id]!
        if let pixels = due[index] {
          plan.images[image].reduction = .none
          rows.append(pixels)
        } else {
          rows.append(try sources.still(index, reduction: plan.images[image].reduction))
        }
      }
      // The last frame's was checked before: this one may need more.
      let renderer = try affordable(
        Renderer(plan, kernels: kernels, cancellation: limits.cancellation), jobs: inner, beside: held)
      var pixels = Bitmap(size: plan.window.size, format: plan.output)
      try renderer.render(rows, into: &pixels)
      return try make(shot, pixels)
    } deliver: {
      try deliver($0, $1)
    }.run()
    return sources.notices
  }

  /// As many as there is memory for.
  private func threads(for sequence: FrameSequence, _ options: Options) throws(EditError) -> Int {
    do throws(LimitExceeded) {
      try limits.check(memory: heldBytes)
    } catch {
      throw .limit(error)
    }
    let wanted = max(1, min(options.jobs, sequence.uniqueFrames.count))
    let (held, each) = bytes(of: sequence)
    return (1...wanted).last { threads in
      held.adding(sceneBytes).adding(threads.times(each.window))
        .adding(OrderedWork<Int, Int>.most(threads: threads).times(each.frame)) <= limits.memory
    } ?? 1
  }

  /// The bytes of pixels that a film holds: of its images, and for each thread.
  private func bytes(of sequence: FrameSequence) -> (images: Int, each: (window: Int, frame: Int)) {
    let size = plan.window.size
    let frame = sequence.output.rowBytes(width: size.width) * size.height
    // A frame's scene and its plan are its thread's own.
    return (FrameImageCache.bytes(of: images), (windowBytes.adding(plan.itemBytes), frame))
  }

  /// The same, with one job.
  func heldBytes(of sequence: FrameSequence) -> Int {
    let (held, each) = bytes(of: sequence)
    return sceneBytes.adding(held).adding(each.window).adding(each.frame)
  }
}
