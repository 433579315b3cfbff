import FrameCodec
import FrameImage

/// The decoded images that several outputs of a job, or the frames of a sequence, share: each is decoded once, as long
/// as all fit into a number of bytes.
///
/// The pixels are in the colors of the output, so outputs that share a store must have the same colors.
package final class DecodedImages: Sendable {
  /// The index of the image in its edit tells apart two files with the same name.
  private struct Key: Hashable {
    var index: Int
    var name: String
    var frame: Int
    var reduction: ShrinkFactor
  }

  private struct Entry {
    var pixels: Bitmap
    var notices: [EditNotice]
  }

  private struct State: Sendable {
    var entries: [Key: Entry] = [:]
    var bytes = 0
    var notices: [EditNotice] = []
  }

  private let state = Monitor(State())
  private let maximumBytes: Int

  package init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// Returns a frame of an image; nil if it does not fit beside the stored ones.
  ///
  /// One thread decodes at a time, and others wait for it: they are likely to need the same image.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - index: The index of the image in the plan of its edit.
  ///   - frame: The frame; 0 for a still image.
  ///   - request: The shrink factor, the policy for damage and the limits of the decoder.
  ///   - colors: The colors of the output.
  /// - Returns: The pixels, and the notices of the decoder.
  /// - Throws: `InputError`
  func pixels(
    of image: OpenImage, at index: Int, frame: Int, _ request: DecodeRequest, in colors: ColorManagement
  ) throws -> (pixels: Bitmap, notices: [EditNotice])? {
    let key = Key(index: index, name: image.name, frame: frame, reduction: request.reduction)
    let size = image.header.size.reduced(by: request.reduction)
    let bytes = image.header.pixels.rowBytes(width: size.width).times(size.height)
    return try state.change { state in
      if let entry = state.entries[key] { return (entry.pixels, entry.notices) }
      guard bytes <= maximumBytes - state.bytes else { return nil }
      let decoder = SourceDecoder(image, request, frame: frame)
      let pixels = try Bitmap(reading: colors.source(decoder, at: index))
      try decoder.finish()
      state.bytes += bytes
      state.entries[key] = Entry(pixels: pixels, notices: decoder.notices)
      state.notices += decoder.notices.filter { !state.notices.contains($0) }
      return (pixels, decoder.notices)
    }
  }

  /// The notices of all decoders.
  var notices: [EditNotice] { state.read { $0.notices } }
}

extension Bitmap {
  /// Reads all rows of a source.
  init(reading source: any PixelSource) throws {
    var source = source
    self.init(size: source.size, format: source.format)
    try source.forEachBand { write($0) }
  }
}
