import FrameCodec
import FrameHash
import FrameModel
import FrameRender

/// Which frames of animated images an edit takes.
public enum FrameChoice: Hashable, Sendable {
  /// All of them, if the output can hold them.
  case all
  /// One, counted from 0; still images have that one alone, and stand still beside others that move.
  case one(Int)
}

extension PreparedEdit {
  /// The image that says how many frames there are, and how long each is shown: the first that moves.
  var animated: OpenImage? { movingIndex.map { images[$0] } }

  private var movingIndex: Int? { images.firstIndex { $0.header.frames > 1 } }

  /// How many frames the output has.
  public var frameCount: Int { frames == .all ? animated?.header.frames ?? 1 : 1 }

  /// - Throws: `EditError.frames` where the output has no place for several, or there is none of that number.
  func checkFrames() throws(EditError) {
    if let sequence, sequence.hasTime, !sequence.isNumbered, !codec.format.capabilities.animation {
      throw .frames(.filmNeedsRoom(codec.format, frames: sequence.frames), name: nil)
    }
    guard let animated else {
      if case .one(let index) = frames, index > 0 {
        throw .frames(.noSuchFrame(index, of: images.isEmpty ? 0 : 1), name: images.first?.name)
      }
      return
    }
    let count = animated.header.frames
    if case .one(let index) = frames {
      guard index < count else { throw .frames(.noSuchFrame(index, of: count), name: animated.name) }
    } else if sequence == nil, !codec.format.capabilities.animation {
      throw .frames(.formatHoldsOne(codec.format.title, frames: count), name: animated.name)
    }
  }

  /// Holds what is decoded and drawn in all against `Limits.work`, from headers alone.
  ///
  /// - Throws: `EditError.image` for an image that takes too much to decode, `.limit` for the output.
  func checkWork() throws(EditError) {
    for (index, image) in images.enumerated() {
      let planned = sequence == nil ? plan.images[index].reduction : .none
      do throws(LimitExceeded) {
        try limits.check(frames: framesDecoded(of: image), of: image.header.size.reduced(by: planned))
      } catch {
        throw .image(ImageError(name: image.name, error: .limit(error)), at: nil)
      }
    }
    guard sequence == nil else { return }
    do throws(LimitExceeded) {
      try limits.check(frames: frameCount, of: plan.window.size)
    } catch {
      throw .limit(error)
    }
  }

  /// How many frames of an image are decoded for the output, those included that the wanted ones are composed over.
  private func framesDecoded(of image: OpenImage) -> Int {
    switch frames {
    case .one(let index):
      image.header.arePages ? 1 : min(index, image.header.frames - 1) + 1
    // What a film shows of an animation depends on its delays: `AnimatedImage` counts.
    case .all where sequence != nil: 1
    // Still images are read anew for each frame, and shorter animations begin again.
    case .all: frameCount
    }
  }

  /// How the frames of the output follow each other; nil for a still image.
  var animation: Animation? {
    if let sequence {
      return !sequence.isNumbered && sequence.written > 1 ? Animation(frames: sequence.written) : nil
    }
    return frameCount > 1
      ? animated.map { Animation(frames: frameCount, loopCount: $0.header.loopCount) } : nil
  }

  /// Renders frame after frame into one sink. Each is the same edit of that frame.
  ///
  /// - Returns: what was found while decoding.
  func render(
    _ renderer: Renderer, _ options: Options, into sink: inout HashingSink
  ) throws -> [EditNotice] {
    if let shared = options.shared, let result = try render(renderer, options, from: shared, into: &sink) {
      return result
    }
    var decoders: [SourceDecoder?] = images.map { _ in nil }
    var found: [EditNotice] = []
    for frame in 0..<frameCount {
      var milliseconds = 0
      for (i, (image, planned)) in zip(images, plan.images).enumerated() {
        let count = image.header.frames
        let wanted = if case .one(let index) = frames { min(index, count - 1) } else { frame % count }
        // Still images are read anew for each frame, and shorter films begin again.
        if count == 1 || wanted == 0 || decoders[i] == nil {
          found.add(decoders[i]?.notices ?? [])
          decoders[i] = try SourceDecoder(
            image,
            DecodeRequest(reduction: planned.reduction, onDamage: options.onDamage, limits: limits))
        }
        let shown = try decoders[i]!.beginFrame(wanted)
        if i == movingIndex { milliseconds = shown }
      }
      if frameCount > 1 { try sink.beginFrame(milliseconds: milliseconds) }
      let open = decoders.compactMap(\.self)
      let sources = open.enumerated().map { colors.source($1, at: $0) }
      var slot = FrameSlot(sink: sink, isLast: frame == frameCount - 1)
      try renderer.render(sources, into: &slot)
      sink = slot.sink
    }
    // Of a film when it is over: it is damaged in so many places, and not in more and more.
    for decoder in decoders { found.add(decoder?.notices ?? []) }
    return found
  }
}

extension [EditNotice] {
  /// Those that are not there yet.
  fileprivate mutating func add(_ notices: [EditNotice]) {
    for notice in notices where !contains(notice) { append(notice) }
  }
}

extension PreparedEdit {
  /// Renders a still of images that were decoded for other results, or will be asked for by them.
  ///
  /// - Returns: nil where one of the images cannot be shared; nothing is done then.
  fileprivate func render(
    _ renderer: Renderer, _ options: Options, from shared: DecodeCache, into sink: inout HashingSink
  ) throws -> [EditNotice]? {
    guard frameCount == 1, frames == .all else { return nil }
    var sources: [any PixelSource] = []
    var found: [EditNotice] = []
    for (i, (image, planned)) in zip(images, plan.images).enumerated() {
      let request = DecodeRequest(reduction: planned.reduction, onDamage: options.onDamage, limits: limits)
      guard let (rows, notices) = try shared.rows(of: image, request) else { return nil }
      sources.append(colors.source(rows, at: i))
      found.add(notices)
    }
    try renderer.render(sources, into: &sink)
    return found
  }
}

/// A frame's rows among those of others: only the last one ends the file.
private struct FrameSlot: PixelSink {
  var sink: HashingSink
  let isLast: Bool

  mutating func write(_ band: Span<UInt8>) throws { try sink.write(band) }

  mutating func finish() throws {
    if isLast { try sink.finish() }
  }
}

/// Why frames cannot be had as they are wanted.
public enum FrameProblem: Hashable, Sendable {
  /// By the format's title.
  case formatHoldsOne(String, frames: Int)
  /// Of an edit as frames.
  case filmNeedsRoom(ImageFormat, frames: Int)
  case noSuchFrame(Int, of: Int)

  public var message: Message {
    switch self {
    case .formatHoldsOne(let format, let frames):
      Message(
        "it has \(frames) frames, and \(format) holds one",
        note: "--frame 0 takes the first; PNG, GIF and WebP hold them all")
    case .filmNeedsRoom(let format, let frames):
      Message(
        "the edit has \(frames) frames, and \(format.title) holds one",
        note:
          "PNG, GIF and WebP hold them all (--format png), -o frame-%04d.\(format.extensions[0]) has a file for each"
      )
    case .noSuchFrame(let index, 0):
      Message(
        "there is no frame \(index): the edit shows no image", note: "--frames RATE makes frames of an edit"
      )
    case .noSuchFrame(let index, 1): Message("there is no frame \(index)", note: "it is a still image")
    case .noSuchFrame(let index, let count):
      Message("there is no frame \(index)", note: "they are counted from 0, to \(count - 1) here")
    }
  }
}
