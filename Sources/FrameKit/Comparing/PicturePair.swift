import FrameCodec
import FrameCompare
import FrameModel

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

  public enum Outcome {
    /// The files are, byte for byte; nothing was decoded.
    case identical
    case sizesDiffer
    case compared(PictureDifference)
  }

  /// A row as it was judged: the size of all that is compared, its verdicts, and the expected picture's samples as
  /// RGBA of 8 bits.
  public typealias RowBody = (
    _ size: PixelSize, _ verdicts: Span<PixelVerdict>, _ expected: Span<UInt8>
  ) -> Void

  /// Both are decoded side by side, in bands.
  ///
  /// - Parameters:
  ///   - pads: compares what pictures of different sizes have in common, from the corner at 0,0.
  ///   - diff: where a picture of the difference goes, and its format; what was written counts only where they differ.
  ///   - onRow: is given each row that is compared, from the top down.
  /// - Throws: `EditError`
  public func compare(
    _ options: ComparisonOptions, pads: Bool, limits: Limits, diff: (codec: any Codec, output: ByteOutput)?,
    onRow: RowBody? = nil
  ) throws(EditError) -> Outcome {
    do {
      if try isIdentical() { return .identical }
      let (a, b) = (expected.header.size, actual.header.size)
      if a != b, !pads { return .sizesDiffer }
      var left = try NamedDecoder(expected, DecodeRequest(limits: limits))
      var right = try NamedDecoder(actual, DecodeRequest(limits: limits))
      var cover = try mask.map { try NamedDecoder($0, DecodeRequest(limits: limits)) }
      let size = PixelSize(width: min(a.width, b.width), height: min(a.height, b.height))!
      var sink = try diff.map { diff in
        try DifferencePicture(
          encoder: diff.codec.encoder(
            diff.output, EncodeRequest(size: size, pixels: .rgb8, metadata: ImageMetadata(), quality: nil)),
          width: size.width)
      }
      let difference = try PictureComparison(options: options).run(&left, &right, mask: &cover) {
        _, verdicts, row in
        try sink?.write(verdicts, over: row)
        onRow?(size, verdicts, row)
      }
      try sink?.finish()
      return .compared(difference)
    } catch let failure as PictureFailure {
      throw .picture(failure, at: nil)
    } catch let error as CodecError {
      throw .output(error)
    } catch {
      throw .host(error, at: nil)
    }
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
