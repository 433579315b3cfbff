import FrameCodec
import FrameCompare
import FrameModel

/// How two pictures are to be compared.
public struct ComparisonRequest: Sendable {
  public var options = ComparisonOptions()
  /// Compares what pictures of different sizes have in common, from the corner at 0,0.
  public var pads = false
  /// The best shift within so many pixels is looked for first; nil: none is.
  public var reach: Int?
  public var limits = Limits()
  /// For one, there is no thread but the caller's.
  public var jobs = 1

  public init() {}
}

/// Two pictures to be compared, with their headers read.
public struct PicturePair {
  public let expected: OpenPicture
  public let actual: OpenPicture
  /// Its black pixels are not looked at.
  public let mask: OpenPicture?

  public init(expected: OpenPicture, actual: OpenPicture, mask: OpenPicture? = nil) {
    self.expected = expected
    self.actual = actual
    self.mask = mask
  }

  /// What of the pictures is not compared, such as the frames of an animation behind the first.
  public var notices: [EditNotice] {
    [expected, actual].flatMap { picture in
      picture.header.notices.map { EditNotice.picture(picture.name, $0) }
    }
  }

  public enum Outcome {
    /// The files are, byte for byte; nothing was decoded.
    case identical
    case sizesDiffer
    case compared(PictureDifference)
  }

  /// Both are decoded side by side, in bands.
  ///
  /// - Parameter difference: where a picture of it goes; what was written counts only where they differ.
  /// - Throws: `EditError`
  public func compare(
    _ request: ComparisonRequest, difference output: DifferenceOutput? = nil
  ) throws(EditError) -> Outcome {
    do {
      if try isIdentical() { return .identical }
      if expected.header.size != actual.header.size, !request.pads { return .sizesDiffer }
      var shift = PixelShift.none
      if let reach = request.reach {
        let alignment = PictureAlignment(reach: reach)
        try read(request) { left, right, _ in shift = try alignment.shift(&left, &right) }
      }
      let comparison = PictureComparison(options: request.options)
      var drawing = try output.map { output throws(CodecError) in
        try DifferencePicture(output, shift.common(of: size))
      }
      var difference: PictureDifference!
      try read(request) { left, right, mask in
        difference = try comparison.run(
          &left, &right, mask: &mask, shift: shift,
          onRow: drawing == nil ? nil : { try drawing?.write($0, $1, $2, $3) })
      }
      if output?.form == .flicker, difference.differing > 0 {
        try read(request) { left, right, mask in
          _ = try comparison.run(&left, &right, mask: &mask, shift: shift) { y, _, _, row in
            try drawing?.writeSecond(y, row)
          }
        }
      }
      if difference.differing > 0 { try drawing?.finish() }
      return .compared(difference)
    } catch let failure as PictureFailure {
      throw .picture(failure, at: nil)
    } catch let error as CodecError {
      throw .output(error)
    } catch {
      throw .host(error, at: nil)
    }
  }

  /// What both pictures have, from the corner at 0,0.
  private var size: PixelSize {
    let (a, b) = (expected.header.size, actual.header.size)
    return PixelSize(width: min(a.width, b.width), height: min(a.height, b.height))!
  }

  /// Opens all and has them read once.
  private func read(
    _ request: ComparisonRequest,
    _ body: (inout ReadAhead, inout ReadAhead, inout NamedDecoder?) throws -> Void
  ) throws {
    let rows = size.height
    func opened(_ picture: OpenPicture) throws(PictureFailure) -> NamedDecoder {
      try NamedDecoder(picture, DecodeRequest(limits: request.limits))
    }
    var left = ReadAhead(try opened(expected), rows: rows)
    var right = ReadAhead(try opened(actual), rows: rows)
    var cover = try mask.map(opened)
    try ReadAhead.run([left, right], jobs: request.jobs) { try body(&left, &right, &cover) }
  }

  /// - Throws: `PictureFailure`
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

extension OpenPicture {
  fileprivate func bytes(at start: Int, _ count: Int) throws -> [UInt8] {
    do throws(CodecError) {
      return try bytes.read(at: start, count: count)
    } catch {
      throw PictureFailure(name: name, error: error)
    }
  }
}
