import FrameCodec
import FrameFiles
import FrameImage
import FramePixels

/// Images that several edits share: the sizes of a job, the frames of a sequence, the runs of a watch, or the pictures of a
/// studio. Each is opened and decoded once, as long as the pixels of all fit into a number of bytes.
///
/// An image in a file is known by the identity of the file and of its contents, so a changed file is decoded again.
package final class DecodedImages: Sendable {
  /// The images that stay if a new one does not fit.
  package enum Eviction: Sendable {
    /// Those that are stored.
    case none
    /// Those in use, and those that were used last.
    case leastRecentlyUsed
  }

  private struct Key: Hashable {
    /// The file; nil for other sources.
    var file: FileStamp?
    /// The index of the image in its edit, which tells apart two sources with the same name; nil for a file.
    var index: Int?
    var name: String
    var frame: Int
    var reduction: ShrinkFactor
    /// True for reduced pixels that only previews show: they may be averages of larger ones.
    var isPreview = false
    var onDamage: DamagePolicy
    /// The colors that the pixels were converted to; nil if they are as they are stored.
    var colors: ImageColors?
  }

  /// An image whose header was read.
  private struct Opened: Hashable {
    let name: String
    let stamp: FileStamp
  }

  private struct Entry {
    var pixels: Bitmap
    var notices: [EditNotice]
    var bytes: Int
    /// The number of edits that use the pixels now.
    var users = 0
    var lastUse = 0
  }

  private struct State: Sendable {
    var entries: [Key: Entry] = [:]
    var bytes = 0
    var uses = 0
    var notices: [EditNotice] = []
    var opened: [Opened: OpenImage] = [:]
    var maximumBytes: Int

    /// Returns the smallest larger pixels of which a preview can show averages, and the factor between both sizes.
    func larger(than key: Key) -> (larger: Entry, factor: ShrinkFactor)? {
      guard key.isPreview else { return nil }
      var larger = key
      for factor in ShrinkFactor.allCases.dropFirst() {
        guard let reduction = ShrinkFactor(rawValue: key.reduction.rawValue / factor.rawValue) else { break }
        (larger.reduction, larger.isPreview) = (reduction, reduction != .none)
        if let entry = entries[larger] { return (entry, factor) }
      }
      return nil
    }

    /// Removes images that are not in use, until there is room.
    mutating func makeRoom(for bytes: Int) {
      while self.bytes > maximumBytes - min(bytes, maximumBytes),
        let oldest = entries.filter({ $0.value.users == 0 }).min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        self.bytes -= oldest.value.bytes
        entries[oldest.key] = nil
      }
    }
  }

  /// The images that one edit uses. They are kept until it ends.
  final class Use {
    private let store: DecodedImages
    private var keys: Set<Key> = []

    fileprivate init(_ store: DecodedImages) { self.store = store }

    deinit { store.end(keys) }

    /// Returns a frame of an image; nil if it does not fit beside those that stay.
    ///
    /// One thread decodes at a time, and others wait for it: they are likely to need the same image.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - index: The index of the image in the plan of its edit.
    ///   - frame: The frame; 0 for a still image.
    ///   - request: The shrink factor, the policy for damage and the limits of the decoder.
    ///   - colors: The colors of the output.
    ///   - isPreview: True if pixels of a larger size that is kept may be averaged, which is quicker than to decode again.
    /// - Returns: The pixels, and the notices of the decoder.
    /// - Throws: `FileError`
    func pixels(
      of image: OpenImage, at index: Int, frame: Int, _ request: DecodeRequest, in colors: ColorManagement,
      isPreview: Bool = false
    ) throws -> (pixels: Bitmap, notices: [EditNotice])? {
      let stamp = image.file?.stamp
      let key = Key(
        file: stamp, index: stamp == nil ? index : nil, name: image.name, frame: frame,
        reduction: request.reduction, isPreview: isPreview && request.reduction != .none,
        onDamage: request.onDamage,
        colors: colors.converts(index) ? colors.colors : nil)
      let found = try store.pixels(key, isNewUse: !keys.contains(key)) {
        let size = image.header.size.reduced(by: request.reduction)
        return image.header.pixels.rowBytes(width: size.width).times(size.height)
      } decode: { larger in
        if let (larger, factor) = larger {
          return (try Bitmap(reading: AveragedSource(larger.pixels, by: factor)), larger.notices)
        }
        let decoder = SourceDecoder(image, request, frame: frame)
        let pixels = try Bitmap(reading: colors.source(decoder.reduced, at: index))
        try decoder.finish()
        return (pixels, decoder.notices)
      }
      if found != nil { keys.insert(key) }
      return found
    }
  }

  private let state: Monitor<State>
  private let eviction: Eviction

  package init(maximumBytes: Int, evicting eviction: Eviction = .none) {
    state = Monitor(State(maximumBytes: maximumBytes))
    self.eviction = eviction
  }

  /// Changes the memory limit, and removes images until they fit. Images in use stay.
  package func limit(to bytes: Int) {
    state.change { state in
      state.maximumBytes = max(0, bytes)
      state.makeRoom(for: 0)
    }
  }

  /// The most opened images that are kept, with their headers and without open files. One more, and all are forgotten.
  private static let mostOpened = 256

  /// Returns the image in a file, which is opened once.
  func open(_ file: InputFile, codecs: CodecList, limits: Limits) throws(FileError) -> OpenImage {
    guard let stamp = file.stamp else { return try OpenImage(file, codecs: codecs, limits: limits) }
    let key = Opened(name: file.name, stamp: stamp)
    if let known = state.read({ $0.opened[key] }) { return known }
    // The edit that opens an image may be canceled, and later ones use it as well.
    var limits = limits
    limits.cancellation = nil
    let image = try OpenImage(file, codecs: codecs, limits: limits)
    image.park()
    state.change { state in
      if state.opened.count == Self.mostOpened { state.opened = [:] }
      state.opened[key] = image
    }
    return image
  }

  /// Begins an edit.
  func use() -> Use { Use(self) }

  private func end(_ keys: Set<Key>) {
    state.change { state in
      for key in keys { state.entries[key]?.users -= 1 }
    }
  }

  /// - Parameter decode: Makes the pixels: from larger ones if it receives some, else from the file.
  private func pixels(
    _ key: Key, isNewUse: Bool, size: () -> Int,
    decode: ((larger: Entry, factor: ShrinkFactor)?) throws -> (Bitmap, [EditNotice])
  ) throws -> (pixels: Bitmap, notices: [EditNotice])? {
    try state.change { state in
      state.uses += 1
      if state.entries[key] == nil {
        let bytes = size()
        if eviction == .leastRecentlyUsed, bytes <= state.maximumBytes { state.makeRoom(for: bytes) }
        guard bytes <= state.maximumBytes - state.bytes else { return nil }
        let (pixels, notices) = try decode(state.larger(than: key))
        state.bytes += bytes
        state.entries[key] = Entry(pixels: pixels, notices: notices, bytes: bytes)
        state.notices += notices.filter { !state.notices.contains($0) }
      }
      guard var entry = state.entries[key] else { return nil }
      entry.lastUse = state.uses
      if isNewUse { entry.users += 1 }
      state.entries[key] = entry
      return (entry.pixels, entry.notices)
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
