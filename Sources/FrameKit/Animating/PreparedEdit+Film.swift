import FrameCodec
import FrameHash
import FrameModel
import FrameRender
import FrameScene

extension PreparedEdit {
  /// Renders a film's frames into one file.
  func render(
    _ film: Film, into output: ByteOutput, _ options: Options
  ) throws(EditError) -> Result {
    var hash = options.hash ? PixelHash(size: plan.window.size, format: plan.output) : nil
    return try rendering { () throws in
      var encoder = try encoder(output, options.quality)
      let notices = try run(film, options) { _, pixels in
        pixels
      } deliver: { shot, pixels in
        let frames = film.shots[shot]
        if film.shots.count > 1 {
          try encoder.beginFrame(milliseconds: film.rate.milliseconds(of: frames))
        }
        try encoder.write(pixels.bytes.span)
        if shot == 0 { hash?.write(pixels.bytes.span) }
        options.progress?(frames.upperBound, film.frames)
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
    guard let film else { preconditionFailure("frames of an edit that is one picture") }
    var hash = options.hash ? PixelHash(size: plan.window.size, format: plan.output) : nil
    return try rendering { () throws in
      let notices = try run(film, options) { _, pixels in
        let output = ByteOutput()
        var encoder = try encoder(output, options.quality)
        try encoder.write(pixels.bytes.span)
        try encoder.finish()
        return (pixels, output.takeBytes())
      } deliver: { shot, made in
        if shot == 0 { hash?.write(made.0.bytes.span) }
        for frame in film.shots[shot] {
          do { try write(frame, made.1) } catch { throw EditError.host(error, at: nil) }
          options.progress?(frame + 1, film.frames)
        }
      }
      hash?.finish()
      return Result(notices: notices, hash: hash?.text)
    }
  }

  /// - Returns: what was found while decoding.
  private func run<Made: Sendable>(
    _ film: Film, _ options: Options, _ make: @escaping (Int, Bitmap) throws -> Made,
    deliver: @escaping (Int, Made) throws -> Void
  ) throws -> [EditNotice] {
    let sources = FilmPictures(
      pictures, colours, frames: frames, DecodeRequest(onDamage: options.onDamage, limits: limits))
    let places = Dictionary(uniqueKeysWithValues: film.pictures.enumerated().map { ($1, $0) })
    let threads = try threads(for: film, options)
    let (pictureBytes, each) = bytes(of: film)
    let held = pictureBytes.adding(each.frame)
    let inner = max(1, options.jobs / max(1, film.shots.count))
    try OrderedWork(film.shots.count, threads: threads) { shot in
      try sources.due(at: film.rate.milliseconds(of: 0..<film.shots[shot].lowerBound))
    } make: { shot, due in
      var plan = try film.planner.plan(film.shots[shot].lowerBound).mappingColours(colours.sample)
      (plan.toneCurve, plan.output) = (colours.toneCurve, film.output)
      var rows: [any PixelSource] = []
      for picture in plan.pictures.indices {
        let index = places[plan.pictures[picture].id]!
        if let pixels = due[index] {
          plan.pictures[picture].reduction = .none
          rows.append(pixels)
        } else {
          rows.append(try sources.still(index, reduction: plan.pictures[picture].reduction))
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
  private func threads(for film: Film, _ options: Options) throws(EditError) -> Int {
    do throws(LimitExceeded) {
      try limits.check(memory: heldBytes)
    } catch {
      throw .limit(error)
    }
    let wanted = max(1, min(options.jobs, film.shots.count))
    let (held, each) = bytes(of: film)
    return (1...wanted).last { threads in
      held.adding(sceneBytes).adding(threads.times(each.window))
        .adding(OrderedWork<Int, Int>.most(threads: threads).times(each.frame)) <= limits.memory
    } ?? 1
  }

  /// The bytes of pixels that a film holds: of its pictures, and for each thread.
  private func bytes(of film: Film) -> (pictures: Int, each: (window: Int, frame: Int)) {
    let size = plan.window.size
    let frame = film.output.rowBytes(width: size.width) * size.height
    // A frame's scene and its plan are its thread's own.
    return (FilmPictures.bytes(of: pictures), (windowBytes.adding(plan.itemBytes), frame))
  }

  /// The same, with one job.
  func heldBytes(of film: Film) -> Int {
    let (held, each) = bytes(of: film)
    return sceneBytes.adding(held).adding(each.window).adding(each.frame)
  }
}
