import FrameCodec
import FrameImage

/// The format of pixels in memory: it can store everything, and nothing is encoded.
///
/// As the codec of a source it reads frames. As the format of an edit it says that nothing is lost.
package struct BitmapCodec: Codec {
  /// The frames that are read; none for an output.
  private var frames: [RenderedFrame] = []
  private var loopCount = 0
  private var metadata = ImageMetadata()

  package init() {}

  package init(_ bitmap: Bitmap) { frames = [RenderedFrame(pixels: bitmap)] }

  package init(frames: [RenderedFrame], loopCount: Int, metadata: ImageMetadata) {
    (self.frames, self.loopCount, self.metadata) = (frames, loopCount, metadata)
  }

  package var format: ImageFormat { Self.format }
  package var library: String { "none" }

  private static let format = ImageFormat(
    name: "bitmap", title: "a bitmap", extensions: [], signatures: [],
    capabilities: ImageFormat.Capabilities(
      alpha: true, depths: PixelFormat.Depth.allCases, maximumSide: PixelSize.maximumSide, loss: .nothing,
      colorimetry: .all, animation: true, writes: false,
      metadata: Dictionary(uniqueKeysWithValues: MetadataBlock.Kind.allCases.map { ($0, Int.max) })))

  package func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
    guard let first = frames.first?.pixels else { throw .misuse(detail: "there are no pixels to read") }
    _ = try CodecError.limited(limits.check(width: first.size.width, height: first.size.height))
    var header = ImageHeader(
      size: first.size, pixels: first.format, metadata: metadata, frames: frames.count)
    header.loopCount = loopCount
    return Reader(header: header, frames)
  }

  /// Returns a decoder of one frame.
  package static func decoder(of bitmap: Bitmap) -> any ImageDecoder {
    Decoder([RenderedFrame(pixels: bitmap)])
  }

  package func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError)
    -> any ImageEncoder
  {
    throw .misuse(detail: "pixels in memory are not encoded")
  }

  private final class Reader: ImageReader {
    let header: ImageHeader
    private let frames: [RenderedFrame]

    init(header: ImageHeader, _ frames: [RenderedFrame]) { (self.header, self.frames) = (header, frames) }

    func makeDecoder(_ request: DecodeRequest) throws(CodecError) -> any ImageDecoder { Decoder(frames) }
  }

  private final class Decoder: ImageDecoder {
    private let all: [RenderedFrame]
    private var current: Bitmap
    private var row = 0

    init(_ frames: [RenderedFrame]) { (all, current) = (frames, frames[0].pixels) }

    var size: PixelSize { current.size }
    var format: PixelFormat { current.format }
    var frames: Int { all.count }
    var damage: Damage { Damage() }

    func beginFrame(_ index: Int) throws(CodecError) -> Int {
      (current, row) = (all[index].pixels, 0)
      return all[index].milliseconds
    }

    func read(into band: inout MutableSpan<UInt8>) throws(CodecError) {
      current.read(from: row, into: &band)
      row += band.count / current.rowBytes
    }

    func skip(_ rows: Int) throws(CodecError) { row += rows }

    func finish(unread: Int) throws(CodecError) {}
  }
}
