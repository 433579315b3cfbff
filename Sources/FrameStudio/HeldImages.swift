import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage
import Synchronization

/// The decoded pixels of images, kept from picture to picture as long as they fit into a number of bytes.
///
/// An image is known by its path and its stamp, so a changed file is decoded again.
final class HeldImages: Sendable {
  /// What pixels are for.
  enum Use: Equatable {
    /// The output: pixels are as the codec decodes them.
    case output
    /// A picture while fingers move: any reduction will do, and pixels are averages.
    case preview
    /// A small picture of one of many images: only the smallest reduction is kept.
    case thumbnail
  }

  private let codecs: CodecList
  private let limits: Limits
  /// The last used one is last.
  private let images: Mutex<Store>
  private let thumbnails: Mutex<Store>

  private struct Store {
    let maximumBytes: Int
    var images: [HeldImage] = []

    /// Returns an image, and makes it the last used one.
    mutating func use(_ name: String, _ stamp: FileStamp) -> HeldImage? {
      images.removeAll { $0.name == name && $0.stamp != stamp }
      guard let index = images.firstIndex(where: { $0.name == name }) else { return nil }
      images.append(images.remove(at: index))
      return images.last
    }

    /// Adds an image, in place of those that were not used for the longest time.
    ///
    /// - Returns: False for one that does not fit.
    mutating func add(_ image: HeldImage) -> Bool {
      guard image.bytes <= maximumBytes else { return false }
      images.append(image)
      var held = images.reduce(0) { $0 + $1.bytes }
      while held > maximumBytes { held -= images.removeFirst().bytes }
      return true
    }
  }

  /// - Parameter maximumBytes: For all pixels; an eighth of it for those of thumbnails.
  init(codecs: CodecList, limits: Limits, maximumBytes: Int) {
    (self.codecs, self.limits) = (codecs, limits)
    images = Mutex(Store(maximumBytes: maximumBytes / 8 * 7))
    thumbnails = Mutex(Store(maximumBytes: maximumBytes / 8))
  }

  /// Returns an image whose pixels are decoded once; the file itself if they would not fit.
  ///
  /// - Throws: `InputError` for a file that is no image.
  func input(_ file: InputFile, for use: Use) throws(InputError) -> ImageInput {
    guard let stamp = FileStamp(following: file.name) else { return .file(file) }
    // What is held whole serves thumbnails as well.
    if let known = images.withLock({ $0.use(file.name, stamp) }) { return known.input(for: use) }
    if use == .thumbnail, let known = thumbnails.withLock({ $0.use(file.name, stamp) }) {
      return known.input(for: use)
    }
    let image = try HeldImage(file, stamp, codecs, limits, keepsAll: use != .thumbnail)
    let isHeld = use == .thumbnail ? thumbnails.withLock { $0.add(image) } : images.withLock { $0.add(image) }
    return isHeld ? image.input(for: use) : .file(file)
  }
}

/// An image whose pixels are decoded when they are first needed, and then kept. Of an animated image, it is the first
/// frame.
private final class HeldImage: Sendable {
  let name: String
  let stamp: FileStamp
  let codec: any Codec
  let header: ImageHeader
  /// The bytes of all pixels that it may keep.
  let bytes: Int
  private let file: InputFile
  private let limits: Limits
  private let keepsAll: Bool
  private let levels = Monitor<[Level: Bitmap]>([:])

  private struct Level: Hashable {
    let reduction: ShrinkFactor
    /// True if it was averaged from all pixels, and not decoded.
    let isAverage: Bool
  }

  /// - Parameter keepsAll: False to keep only averages of the smallest size.
  init(
    _ file: InputFile, _ stamp: FileStamp, _ codecs: CodecList, _ limits: Limits, keepsAll: Bool
  ) throws(InputError) {
    let input = try file.open()
    let codec = try InputError.reading(file.name, codecs.codec(for: input))
    let reader = try InputError.reading(file.name, codec.reader(input, limits: limits))
    (name, self.stamp, self.codec, self.file, self.limits) = (file.name, stamp, codec, file, limits)
    self.keepsAll = keepsAll
    var header = reader.header
    (header.frames, header.blocks) = (1, nil)
    self.header = header
    let whole = header.pixels.rowBytes(width: header.size.width).times(header.size.height)
    // The levels of 1/2, 1/4 and so on add a third, and those of the codec another one.
    bytes = keepsAll ? whole.adding(2 * (whole / 3)) : whole / 64 + 1
    file.park()
  }

  func input(for use: HeldImages.Use) -> ImageInput {
    .pixels(HeldCodec(image: self, isPreview: use != .output), name: name)
  }

  /// Returns the stored pixels at a fraction of their size.
  ///
  /// One thread at a time decodes; others wait, because they are likely to need the same pixels.
  func pixels(_ request: DecodeRequest, isAverage: Bool) throws(CodecError) -> Bitmap {
    let level = Level(reduction: request.reduction, isAverage: isAverage && request.reduction != .none)
    let result = levels.change { levels in
      Result { () throws(CodecError) in try find(level, in: &levels, request) }
    }
    return try result.get()
  }

  private func find(
    _ level: Level, in levels: inout [Level: Bitmap], _ request: DecodeRequest
  ) throws(CodecError) -> Bitmap {
    if let known = levels[level] { return known }
    let bitmap: Bitmap
    if level.isAverage {
      let whole = Level(reduction: .none, isAverage: false)
      bitmap = try find(whole, in: &levels, request).averaged(by: level.reduction)
    } else {
      bitmap = try decode(request, reduction: level.reduction)
    }
    if keepsAll || level.isAverage && level.reduction == .eighth { levels[level] = bitmap }
    return bitmap
  }

  private func decode(_ request: DecodeRequest, reduction: ShrinkFactor) throws(CodecError) -> Bitmap {
    var request = request
    // A picture that is no longer wanted must not end the decoding for all later ones.
    (request.reduction, request.limits) = (reduction, limits)
    let input: ByteInput
    do throws(InputError) { input = try file.open() } catch {
      throw .misuse(detail: "the file can no longer be opened")
    }
    defer { file.park() }
    var rows = try codec.reader(input, limits: limits).rows(request)
    do {
      var bitmap = Bitmap(size: rows.size, format: rows.format)
      try rows.forEachBand { bitmap.write($0) }
      try rows.finish()
      return bitmap
    } catch let error as CodecError {
      throw error
    } catch {
      throw .misuse(detail: "\(error)")
    }
  }
}

/// The format of a held image, whose bytes are not read again.
private struct HeldCodec: Codec {
  let image: HeldImage
  let isPreview: Bool

  var format: ImageFormat { image.codec.format }
  var library: String { image.codec.library }

  func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
    Reader(image: image, isPreview: isPreview)
  }

  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder {
    throw .misuse(detail: "a held image is not encoded")
  }

  private final class Reader: ImageReader {
    let header: ImageHeader
    private let image: HeldImage
    private let isPreview: Bool

    init(image: HeldImage, isPreview: Bool) {
      (self.image, self.isPreview) = (image, isPreview)
      var header = image.header
      if isPreview { header.reductions = ShrinkFactor.allCases }
      self.header = header
    }

    func makeDecoder(_ request: DecodeRequest) throws(CodecError) -> any ImageDecoder {
      BitmapCodec.decoder(of: try image.pixels(request, isAverage: isPreview))
    }
  }
}
