import FrameCodec
import FrameCompare
import FrameImage
import FrameRender

/// The frames of animated images that an edit uses.
public enum FrameChoice: Hashable, Sendable {
  /// All frames, if the output can hold them.
  case all
  /// The frame with this index, counted from 0. Shorter images show their last frame, and still images their only one.
  case one(Int)
}

extension Rendition {
  /// Decides how an output is made.
  ///
  /// - Throws: `EditFailure.frames` if the requested frames do not exist, or if the format of the output cannot hold
  ///   them.
  init(
    _ plan: RenderPlan, _ images: [OpenImage], _ metadata: ImageMetadata, _ codec: any Codec,
    _ editor: Editor, _ sequence: FrameSequence?
  ) throws(EditFailure) {
    let animated = images.first { $0.header.frames > 1 }
    let holdsAnimation = codec.format.capabilities.animation
    if case .one(let index) = editor.frames {
      let count = animated?.header.frames ?? (images.isEmpty ? 0 : 1)
      guard index == 0 || index < count else {
        throw .frames(.noSuchFrame(index, of: count), name: (animated ?? images.first)?.name)
      }
    }
    func renderer() -> Renderer {
      Renderer(plan, kernels: editor.kernels, cancellation: editor.limits.cancellation)
    }
    if let sequence {
      guard !sequence.hasSeveralFrames || sequence.isNumbered || holdsAnimation else {
        throw .frames(.formatHoldsNoSequence(codec.format, frames: sequence.frames), name: nil)
      }
      self = .frames(sequence, renderer())
    } else if let animated, editor.frames == .all {
      let animation = Animation(frames: animated.header.frames, loopCount: animated.header.loopCount)
      guard holdsAnimation else {
        throw .frames(
          .formatHoldsOneFrame(codec.format.title, frames: animation.frames), name: animated.name)
      }
      self = .animated(renderer(), animation)
    } else if let move = plan.move, let image = images.first {
      let request = TransformRequest(
        move, limits: editor.limits, metadata: metadata, keepsUnknown: editor.metadata == .all)
      self = .transcoded(BlockTransform(image: image, request: request, codec: codec))
    } else {
      self = .still(renderer())
    }
  }

  /// The number of frames of the output and their loop count; nil for a still image.
  var animation: Animation? {
    switch self {
    case .animated(_, let animation): return animation
    case .frames(let sequence, _):
      let count = sequence.outputFrameCount
      return !sequence.isNumbered && count > 1 ? Animation(frames: count) : nil
    case .still, .transcoded: return nil
    }
  }
}

extension PreparedEdit {
  /// The index of the first animated image. The output has its number of frames and their delays.
  private var animatedIndex: Int? { images.firstIndex { $0.header.frames > 1 } }

  /// The number of frames of the output, unless it is a frame sequence.
  package var frameCount: Int {
    if case .animated(_, let animation) = rendition { animation.frames } else { 1 }
  }

  /// Checks from headers alone that the total of decoded and drawn pixels is at most `Limits.work`.
  ///
  /// - Throws: `EditFailure.image` for an image that takes too much work to decode, `.limit` for the output.
  func checkWork() throws(EditFailure) {
    for (index, image) in images.enumerated() {
      let planned = sequence == nil ? plan.images[index].reduction : .none
      do throws(LimitExceeded) {
        try limits.check(frames: framesDecoded(of: image), of: image.header.size.reduced(by: planned))
      } catch {
        throw .input(InputError(image.name, .unreadable(.limit(error))), at: nil)
      }
    }
    guard sequence == nil else { return }
    do throws(LimitExceeded) {
      try limits.check(frames: frameCount, of: plan.window.size)
    } catch {
      throw .limit(error)
    }
  }

  /// Returns the number of frames of an image that are decoded for the output, including those that a used frame is
  /// composed over.
  private func framesDecoded(of image: OpenImage) -> Int {
    switch frames {
    case .one(let index):
      image.header.arePages ? 1 : min(index, image.header.frames - 1) + 1
    // The frames of an animation that a sequence shows depend on their delays: `AnimatedImage` counts them.
    case .all where sequence != nil: 1
    // Still images are decoded again for each frame, and shorter animations start over.
    case .all: frameCount
    }
  }

  /// Renders every frame into one sink. Each frame is the same edit of that frame of the images.
  ///
  /// - Returns: the notices of the decoders.
  func render(
    _ renderer: Renderer, _ options: Options, into sink: inout HashingSink
  ) throws -> [EditNotice] {
    if let store = options.decoded, let notices = try render(renderer, options, from: store, into: &sink) {
      return notices
    }
    var decoders: [SourceDecoder?] = images.map { _ in nil }
    var notices: [EditNotice] = []
    for frame in 0..<frameCount {
      var milliseconds = 0
      for (i, (image, planned)) in zip(images, plan.images).enumerated() {
        let count = image.header.frames
        let wanted = usedFrame(of: image, for: frame)
        // Still images are decoded again for each frame, and shorter animations start over.
        if count == 1 || wanted == 0 || decoders[i] == nil {
          notices.addMissing(decoders[i]?.notices ?? [])
          decoders[i] = SourceDecoder(
            image,
            DecodeRequest(reduction: planned.reduction, onDamage: options.onDamage, limits: limits),
            frame: wanted, readsSeveralFrames: frameCount > 1)
        }
        // Otherwise decoding starts when the renderer needs the first row.
        guard frameCount > 1, count > 1 else { continue }
        let delay = try decoders[i]!.beginFrame(wanted)
        if i == animatedIndex { milliseconds = delay }
      }
      if frameCount > 1 { try sink.beginFrame(milliseconds: milliseconds) }
      let open = decoders.compactMap(\.self)
      let sources = open.enumerated().map { colors.source($1, at: $0) }
      var frameSink = SingleFrameSink(sink: sink, isLast: frame == frameCount - 1)
      try renderer.render(sources, into: &frameSink)
      sink = frameSink.sink
    }
    // A decoder counts damage over all its frames, so its notices are taken once, after its last frame.
    for decoder in decoders { notices.addMissing(decoder?.notices ?? []) }
    return notices
  }

  /// Returns the frame of an image that a frame of the output shows.
  private func usedFrame(of image: OpenImage, for frame: Int) -> Int {
    let count = image.header.frames
    return if case .one(let index) = frames { min(index, count - 1) } else { frame % count }
  }

  /// Renders a still image from decoded images that several outputs share.
  ///
  /// - Returns: the notices of the decoders; nil, and nothing is drawn, if one of the images does not fit.
  private func render(
    _ renderer: Renderer, _ options: Options, from store: DecodedImages, into sink: inout HashingSink
  ) throws -> [EditNotice]? {
    guard frameCount == 1 else { return nil }
    var sources: [any PixelSource] = []
    var notices: [EditNotice] = []
    for (i, (image, planned)) in zip(images, plan.images).enumerated() {
      let request = DecodeRequest(reduction: planned.reduction, onDamage: options.onDamage, limits: limits)
      let frame = usedFrame(of: image, for: 0)
      guard let found = try store.pixels(of: image, at: i, frame: frame, request, in: colors) else {
        return nil
      }
      sources.append(found.pixels)
      notices.addMissing(found.notices)
    }
    try renderer.render(sources, into: &sink)
    return notices
  }
}

extension [EditNotice] {
  /// Appends the notices that the array does not contain yet.
  fileprivate mutating func addMissing(_ notices: [EditNotice]) {
    for notice in notices where !contains(notice) { append(notice) }
  }
}

/// A sink for the rows of one frame. Only the last frame finishes the file.
private struct SingleFrameSink: PixelSink {
  var sink: HashingSink
  let isLast: Bool

  mutating func write(_ band: Span<UInt8>) throws { try sink.write(band) }

  mutating func finish() throws {
    if isLast { try sink.finish() }
  }
}

/// A sink that passes rows on and hashes them if a hash is requested.
///
/// The hash of several frames is the hash of the first one, as a reader that ignores the animation computes it.
struct HashingSink: FrameSink {
  private var inner: any FrameSink
  private(set) var hash: PixelHash?
  private var progress: RowProgress?
  private var framesBegun = 0

  init(inner: any FrameSink, hash: PixelHash?, progress: RowProgress? = nil) {
    (self.inner, self.hash, self.progress) = (inner, hash, progress)
  }

  mutating func beginFrame(milliseconds: Int) throws {
    framesBegun += 1
    try inner.beginFrame(milliseconds: milliseconds)
  }

  mutating func write(_ band: Span<UInt8>) throws {
    if framesBegun <= 1 { hash?.write(band) }
    try inner.write(band)
    progress?.add(bytes: band.count)
  }

  mutating func finish() throws {
    hash?.finish()
    try inner.finish()
  }
}

/// Counts the rows of an output and reports them.
struct RowProgress {
  private let rowBytes: Int
  private let rows: Int
  private let report: (Int, Int) -> Void
  private var bytes = 0

  init(rowBytes: Int, rows: Int, report: @escaping (Int, Int) -> Void) {
    (self.rowBytes, self.rows, self.report) = (rowBytes, rows, report)
  }

  mutating func add(bytes count: Int) {
    bytes += count
    report(bytes / rowBytes, rows)
  }
}

/// A sink that keeps frames in memory.
final class FrameCollector: FrameSink {
  private(set) var frames: [RenderedFrame] = []
  private let size: PixelSize
  private let format: PixelFormat
  /// The frame that is being written; nil before the first row of a still image.
  private var current: RenderedFrame?

  init(size: PixelSize, format: PixelFormat) {
    self.size = size
    self.format = format
  }

  func beginFrame(milliseconds: Int) {
    if let current { frames.append(current) }
    current = RenderedFrame(pixels: Bitmap(size: size, format: format), milliseconds: milliseconds)
  }

  func write(_ band: Span<UInt8>) {
    if current == nil { beginFrame(milliseconds: 0) }
    current!.pixels.write(band)
  }

  func finish() {
    if let current { frames.append(current) }
    current = nil
  }
}
