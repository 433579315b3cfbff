import FrameCodec
import FrameFiles
import FrameImage
import FramePixels

/// The rows of an opened image. Its errors name the image, and it converts CMYK to RGB, and gain maps in Apple's form to ordinary
/// ones.
///
/// Decoding starts with the first use and ends with `finish`, so an edit of many images holds few decoders at a time.
final class SourceDecoder: PixelSource {
  private enum State {
    case waiting(frame: Int)
    case decoding(CheckedDecoder)
    case finished([CodecNotice])
  }

  /// The size at which the codec decodes.
  let size: PixelSize
  private let image: OpenImage
  private let request: DecodeRequest
  /// The shrink factor that the codec cannot decode with.
  private let average: ShrinkFactor
  private let readsSeveralFrames: Bool
  private var state: State

  /// - Parameters:
  ///   - frame: the frame that is read unless another one is begun.
  ///   - readsSeveralFrames: true if another frame may be begun after the end of one.
  init(_ image: OpenImage, _ request: DecodeRequest, frame: Int = 0, readsSeveralFrames: Bool = false) {
    let isDecoded = image.header.reductions.contains(request.reduction)
    average = isDecoded ? .none : request.reduction
    var request = request
    request.reduction = isDecoded ? request.reduction : .none
    (self.image, self.request, self.readsSeveralFrames) = (image, request, readsSeveralFrames)
    size = image.header.size.reduced(by: request.reduction)
    state = .waiting(frame: frame)
  }

  /// The rows at the requested size: averages, if the codec cannot decode at that size.
  var reduced: any PixelSource { average == .none ? self : AveragedSource(self, by: average) }

  var name: String { image.name }
  var format: PixelFormat { image.header.pixels }

  /// The notices so far, without those of the header.
  var notices: [EditNotice] {
    let notices =
      switch state {
      case .waiting: [CodecNotice]()
      case .decoding(let decoder): decoder.notices
      case .finished(let notices): notices
      }
    return notices.map { .image(name, $0) }
  }

  /// Begins a frame and returns its delay in milliseconds.
  ///
  /// - Throws: `FileError`, also for a file that was changed after it was opened.
  func beginFrame(_ index: Int) throws(FileError) -> Int {
    try decode { decoder throws(CodecError) in try decoder.beginFrame(index) }
  }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    if case .waiting = state { try decode { _ in } }
    guard case .decoding(var decoder) = state else {
      throw FileError(name, .unreadable(.misuse(detail: "rows were requested after the end")))
    }
    do {
      if let conversion = image.conversion {
        try conversion.read(&decoder, from: row, into: &band, as: format)
      } else {
        try decoder.read(from: row, into: &band)
      }
      state = .decoding(decoder)
    } catch let error as CodecError {
      state = .decoding(decoder)
      throw FileError(name, .unreadable(error))
    }
  }

  func finish() throws(FileError) {
    if case .finished = state { return }
    try decode { decoder throws(CodecError) in try decoder.finish() }
    try image.checkUnchanged()
    guard !readsSeveralFrames, case .decoding(let decoder) = state else { return }
    state = .finished(decoder.notices)
  }

  /// Runs `body` with the decoder, which is made if there is none yet.
  private func decode<R>(
    _ body: (inout CheckedDecoder) throws(CodecError) -> R
  ) throws(FileError) -> R {
    var decoder: CheckedDecoder
    switch state {
    case .waiting(let frame): decoder = try image.rows(request, frame: frame)
    case .decoding(let current): decoder = current
    case .finished:
      throw FileError(name, .unreadable(.misuse(detail: "a frame was requested after the end")))
    }
    defer { state = .decoding(decoder) }
    return try FileError.reading(name, body(&decoder))
  }
}
