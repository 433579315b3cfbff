import FrameCodec
import FrameCompare
import FrameModel

/// How two images are to be compared.
public struct ComparisonRequest: Sendable {
  public var tolerance: Tolerance
  /// Compares what images of different sizes have in common, from the corner at 0,0.
  public var pads = false
  public var limits: Limits
  /// For one, there is no thread but the caller's.
  public var jobs = 1

  public init(tolerance: Tolerance = .exact, limits: Limits = Limits()) {
    self.tolerance = tolerance
    self.limits = limits
  }
}

/// A file for an image of the difference.
public struct DifferenceOutput {
  public var codec: any Codec
  public var bytes: ByteOutput
  public var form: DifferenceForm

  /// - Parameter codec: can hold several frames, for `flicker`.
  public init(codec: any Codec, bytes: ByteOutput, form: DifferenceForm = .overlay) {
    self.codec = codec
    self.bytes = bytes
    self.form = form
  }

  /// - Parameter size: of what is compared.
  fileprivate func image(of size: PixelSize) throws(CodecError) -> DifferenceImage {
    guard let drawn = form.size(of: size) else {
      throw .unsupported(detail: "three images of this width are too wide beside each other")
    }
    var request = EncodeRequest(size: drawn, pixels: .rgb8)
    if form == .flicker { request.animation = Animation(frames: 2) }
    return DifferenceImage(form, encoder: try codec.encoder(bytes, request), width: size.width)
  }
}

/// Two images to be compared, with their headers read.
public struct ImagePair {
  public let expected: OpenImage
  public let actual: OpenImage
  /// Its black pixels are not looked at.
  public let mask: OpenImage?

  public init(expected: OpenImage, actual: OpenImage, mask: OpenImage? = nil) {
    self.expected = expected
    self.actual = actual
    self.mask = mask
  }

  /// What of the images is not compared, such as the frames of an animation behind the first.
  public var notices: [EditNotice] {
    [expected, actual].flatMap { image in
      image.header.notices.map { EditNotice.image(image.name, $0) }
    }
  }

  public enum Outcome {
    /// The files are, byte for byte; neither was decoded.
    case identical(ImageDifference)
    case sizesDiffer
    case compared(ImageDifference)
  }

  /// A row as it was judged: the size of all that is compared, its verdicts, and the expected image's samples as
  /// RGBA of 8 bits.
  public typealias RowBody = (
    _ size: PixelSize, _ verdicts: Span<PixelVerdict>, _ expected: Span<UInt8>
  ) -> Void

  /// Both are decoded side by side, in bands.
  ///
  /// - Parameters:
  ///   - output: where an image of the difference goes; what was written counts only where they differ.
  ///   - onRow: is given each row that is compared, from the top down.
  /// - Throws: `EditError`
  public func compare(
    _ request: ComparisonRequest, difference output: DifferenceOutput? = nil, onRow: RowBody? = nil
  ) throws(EditError) -> Outcome {
    do {
      if try isIdentical() { return .identical(try equal(request)) }
      if expected.header.size != actual.header.size, !request.pads { return .sizesDiffer }
      let drawing = output.map { output in { (part: PixelSize) in try output.image(of: part) } }
      let difference = try request.tolerance.compare(size, drawing: drawing, onRow: onRow) { body in
        try read(request, body)
      }
      return .compared(difference)
    } catch let failure as ImageError {
      throw .image(failure, at: nil)
    } catch let error as CodecError {
      throw .output(error)
    } catch let exceeded as LimitExceeded {
      throw .limit(exceeded)
    } catch {
      throw .host(error, at: nil)
    }
  }

  private func equal(_ request: ComparisonRequest) throws -> ImageDifference {
    var cover = try mask.map { mask in try SourceDecoder(mask, DecodeRequest(limits: request.limits)) }
    let difference = try ImageComparison(options: request.tolerance.options).equal(size, mask: &cover)
    if difference.looked == 0 { throw ComparisonError.everythingIgnored }
    return difference
  }

  /// Rectangles that cover nothing of what both images have: perhaps they are meant for others.
  public func ignoredOutside(_ options: ComparisonOptions) -> [PixelRect] {
    options.ignored.filter { rect in
      func misses(_ start: Int, _ length: Int, _ side: Int) -> Bool { start >= side || start <= -length }
      return misses(rect.x, rect.size.width, size.width) || misses(rect.y, rect.size.height, size.height)
    }
  }

  /// What both images have, from the corner at 0,0.
  private var size: PixelSize {
    let (a, b) = (expected.header.size, actual.header.size)
    return PixelSize(width: min(a.width, b.width), height: min(a.height, b.height))!
  }

  /// Opens all and has them read once.
  private func read(
    _ request: ComparisonRequest,
    _ body: (inout ReadAhead, inout ReadAhead, inout SourceDecoder?) throws -> Void
  ) throws {
    let rows = size.height
    func opened(_ image: OpenImage) throws(ImageError) -> SourceDecoder {
      try SourceDecoder(image, DecodeRequest(limits: request.limits))
    }
    var left = ReadAhead(try opened(expected), rows: rows, limits: request.limits)
    var right = ReadAhead(try opened(actual), rows: rows, limits: request.limits)
    var cover = try mask.map(opened)
    try ReadAhead.run([left, right], jobs: request.jobs) { try body(&left, &right, &cover) }
  }

  /// - Throws: `ImageError`
  private func isIdentical() throws -> Bool {
    guard expected.bytes.length == actual.bytes.length else { return false }
    let piece = 1 << 20
    for start in stride(from: 0, to: expected.bytes.length, by: piece) {
      let count = min(piece, expected.bytes.length - start)
      if try expected.bytes(at: start, count) != actual.bytes(at: start, count) { return false }
    }
    return true
  }
}

extension OpenImage {
  fileprivate func bytes(at start: Int, _ count: Int) throws -> [UInt8] {
    do throws(CodecError) {
      return try bytes.read(at: start, count: count)
    } catch {
      throw ImageError(name: name, error: error)
    }
  }
}
