import FrameCodec
import FrameFiles
import FrameGeometry
import FrameImage
import FramePixels
import FramePlan
import FrameScene
import FrameScript
import FrameText
import Platform

/// A provider of the bytes of images and fonts: files for the program, memory for a test.
package protocol ImageHost {
  var inputCount: Int { get }

  /// Returns the n-th input, counted from 1; nil if there are fewer inputs.
  func input(_ number: Int) throws(FileError) -> ImageInput?

  /// Returns an image that a script names.
  func file(_ path: String) throws(FileError) -> ImageInput

  /// Returns all bytes of a font that a script names.
  ///
  /// - Parameter limit: the largest allowed number of bytes.
  func font(_ path: String, limit: Int) throws(FileError) -> [UInt8]

  /// Returns the paths of the files in a folder that a script names, sorted by name.
  func folder(_ path: String) throws(FileError) -> [String]

  /// Returns the boxes of a JSON file that a script names.
  func boxes(_ path: String, limits: Limits) throws(FileError) -> FocusBoxes
}

/// An image to open, and its name in messages.
package enum ImageInput {
  case file(InputFile)
  /// The gain map in a file, which the codec of its image opens.
  case gainMap(InputFile, any Codec, name: String)
  /// Pixels in memory, and the codec that reads them without any bytes.
  case pixels(any Codec, name: String)

  package init(name: String, bytes: ByteInput) { self = .file(InputFile(name: name, bytes: bytes)) }

  var name: String {
    switch self {
    case .file(let file): file.name
    case .gainMap(_, _, let name), .pixels(_, let name): name
    }
  }
}

/// The images of one edit, each opened once. An image's number is its index in the store.
final class ImageStore: ImageLibrary, FontFiles {
  private let host: any ImageHost
  private let codecs: CodecList
  private var limits: Limits { reading.limits }
  private let reading: PixelReading
  /// The files of the script, for errors.
  let files: [ScriptFile]
  /// The store that keeps opened and decoded images for other edits; nil without one.
  let decoded: DecodedImages?
  /// True if images may be reduced to averages that their codecs cannot decode.
  private let isPreview: Bool
  /// The opened images in the order in which the script requested them. The first input comes first.
  private(set) var images: [OpenImage] = []
  private var indices: [Key: Int] = [:]
  /// The number of images that stay open until they are decoded. An edit may have more images than a process can have
  /// open files.
  static let mostOpen = 4
  /// The files of boxes, by path.
  private var boxFiles: [String: FocusBoxes] = [:]
  /// The reasons why requests failed.
  private var failures: [Key: FileError] = [:]

  /// A request, by its bytes: two Unicode spellings of a letter are two files.
  private enum Key: Hashable {
    case input(Int)
    case file([UInt8])
    case folder([UInt8])
    case font([UInt8])
    case boxes([UInt8])
    case pixels(Int)

    init(_ request: ImageRequest) {
      switch request {
      case .input(let number): self = .input(number)
      case .file(let path): self = .file(Array(path.utf8))
      case .folder(let path): self = .folder(Array(path.utf8))
      case .boxes(let path): self = .boxes(Array(path.utf8))
      case .pixels(let image): self = .pixels(image)
      }
    }
  }

  init(
    host: any ImageHost, codecs: CodecList, _ reading: PixelReading, files: [ScriptFile],
    isPreview: Bool = false, decoded: DecodedImages? = nil
  ) {
    self.host = host
    self.isPreview = isPreview
    self.decoded = decoded
    self.reading = reading
    self.codecs = codecs
    self.files = files
  }

  var inputCount: Int { host.inputCount }

  func input(_ number: Int) throws(SceneError) -> SourceImage? {
    try image(.input(number)) { () throws(FileError) in try host.input(number) }
  }

  func details(ofInput number: Int) throws(SceneError) -> InputDetails? {
    guard let image = try input(number).map({ images[$0.id] }) else { return nil }
    let blocks = image.header.metadata.blocks
    let taken = blocks.captureTime
    return InputDetails(
      format: image.codec.format.name, frames: image.header.frames, date: taken?.day, timeOfDay: taken?.time,
      camera: blocks.first(.exif).flatMap { ExifBlock($0.bytes) }?.camera)
  }

  func file(_ path: String) throws(SceneError) -> SourceImage {
    let image = try image(.file(path)) { () throws(FileError) in try host.file(path) }
    guard let image else { throw SceneError(.noImage(.file(path))) }
    return image
  }

  func folder(_ path: String) throws(SceneError) -> [String] {
    try noting(.folder(path)) { () throws(FileError) in try host.folder(path) }
  }

  func bytes(of file: String) throws(TextError) -> [UInt8] {
    try converting(host.font(file, limit: limits.fontBytes)) { (error: FileError) in
      failures[.font(Array(file.utf8))] = error
      return TextError.noFile(file)
    }
  }

  /// Returns the answer to a request, or notes why there is none.
  private func noting<R>(_ request: ImageRequest, _ body: () throws(FileError) -> R) throws(SceneError) -> R {
    try converting(body()) { (error: FileError) in
      failures[Key(request)] = error
      return SceneError(.noImage(request))
    }
  }

  private func image(
    _ request: ImageRequest, open: () throws(FileError) -> ImageInput?
  ) throws(SceneError) -> SourceImage? {
    if let index = indices[Key(request)] { return sourceImage(index) }
    return try noting(request) { () throws(FileError) in
      guard let input = try open() else { return nil }
      let image = try openImage(input)
      indices[Key(request)] = images.count
      images.append(image)
      if images.count > Self.mostOpen { images[images.count - Self.mostOpen - 1].park() }
      return sourceImage(images.count - 1)
    }
  }

  private func openImage(_ input: ImageInput) throws(FileError) -> OpenImage {
    guard case .file(let file) = input, let decoded else {
      return try OpenImage(input, codecs: codecs, limits: limits)
    }
    return try decoded.open(file, codecs: codecs, limits: limits)
  }

  private func sourceImage(_ index: Int) -> SourceImage {
    var image = images[index].sourceImage(id: index)
    if isPreview { image.reductions = ShrinkFactor.allCases }
    return image
  }

  /// The numbers of the images that are inputs, and not named by the script.
  var inputs: Set<Int> {
    Set(indices.compactMap { key, index in if case .input = key { index } else { nil } })
  }

  // MARK: Pixels and boxes

  /// A question about a part of an image. Each image is read once for each question.
  private struct Question<Detail: Hashable>: Hashable {
    let image: Int
    let part: Rect
    let detail: Detail
  }

  /// What is inside the borders of images.
  private var contents: [Question<ImageBorder>: Rect?] = [:]
  /// The ranges of images' samples, by the share of them that is clipped.
  private var tones: [Question<Double>: ToneRanges?] = [:]
  /// What attracts attention in images.
  private var attentionMaps: [Question<Bool>: AttentionMap] = [:]
  /// The most maps that are kept. One more, and all are forgotten.
  private static let mostMaps = 4
  /// The numbers of the images whose pixels were read for the plan.
  private(set) var analyzed: Set<Int> = []

  func attention(
    in image: SourceImage, part: Rect, window: Size
  ) throws(SceneError) -> Point {
    if attentionMaps.count > Self.mostMaps { attentionMaps = [:] }
    let whole = Question(image: image.id, part: .zero, detail: true)
    let map = try answer(whole, from: \.attentionMaps) { opened throws(FileError) in
      try opened.attentionMap(reading)
    }
    return map.center(of: window, in: part, image: Size(image.uprightSize))
  }

  func contents(
    of image: SourceImage, in part: Rect, within border: ImageBorder
  ) throws(SceneError) -> Rect? {
    try answer(Question(image: image.id, part: part, detail: border), from: \.contents) {
      opened throws(FileError) in try opened.contents(in: part, within: border, reading)
    }
  }

  func tones(
    of image: SourceImage, in part: Rect, clipping share: Double
  ) throws(SceneError) -> ToneRanges? {
    try answer(Question(image: image.id, part: part, detail: share), from: \.tones) {
      opened throws(FileError) in try opened.tones(in: part, clipping: share, reading)
    }
  }

  /// Returns the answer to a question, which is found at first, or notes why the pixels cannot be read.
  private func answer<Detail, Answer>(
    _ question: Question<Detail>,
    from known: ReferenceWritableKeyPath<ImageStore, [Question<Detail>: Answer]>,
    _ find: (OpenImage) throws(FileError) -> Answer
  ) throws(SceneError) -> Answer {
    if let answer = self[keyPath: known][question] { return answer }
    let opened = images[question.image]
    let answer = try noting(.pixels(question.image)) { () throws(FileError) in try find(opened) }
    self[keyPath: known][question] = answer
    analyzed.insert(question.image)
    return answer
  }

  func boxes(_ path: String, of image: SourceImage) throws(SceneError) -> [Rect]? {
    try noting(.boxes(path)) { () throws(FileError) in
      let file: FocusBoxes
      if let known = boxFiles[path] { file = known } else { file = try host.boxes(path, limits: limits) }
      boxFiles[path] = file
      return file.boxes(of: image.name, in: Size(image.uprightSize))
    }
  }

  /// Returns the numbers of the images that a codec can transform without loss: those of its own format.
  func movable(by codec: any Codec) -> Set<Int> {
    guard codec.format.capabilities.movesBlocks else { return [] }
    return Set(images.indices.filter { images[$0].codec.format.name == codec.format.name })
  }

  /// The numbers of the animated images.
  var animatedImages: Set<Int> { Set(images.indices.filter { images[$0].header.frames > 1 }) }

  /// Returns the numbers of the images whose samples or color metadata an output with these colors changes.
  func recolored(by target: ColorTarget) -> Set<Int> {
    target == .first ? [] : Set(images.indices.filter { !images[$0].isStoredAsSRGB })
  }

  /// Returns the failure for an error of a script or scene. If a file is missing, the store knows the reason.
  func failure(_ error: any Error) -> EditFailure {
    let (problem, position): (SceneProblem, ScriptPosition)
    let failure: EditFailure
    switch error {
    case let error as SceneError:
      (problem, position) = (error.problem, ScriptPosition(error.origin))
      failure = EditFailure(error, in: files)
    case let error as ScriptError:
      failure = .script([error], in: files)
      guard case .scene(let inner) = error.problem else { return failure }
      (problem, position) = (inner, error.position)
    default: return error as? EditFailure ?? .bug("\(error)")
    }
    let place = ScriptPlace(position: position, files: files)
    switch problem {
    case .noImage(let request):
      // A script does not name its inputs, so the origin would not help.
      let isNamed =
        switch request {
        case .input, .pixels: false
        case .file, .folder, .boxes: true
        }
      return failures[Key(request)].map { .input($0, at: isNamed ? place : nil) } ?? failure
    case .text(.noFile(let file)):
      let reason = failures[.font(Array(file.utf8))]
      // The problem itself says that fonts are files.
      if case .system(ENOENT)? = reason?.problem { return failure }
      return reason.map { .input($0, at: place) } ?? failure
    default: return failure
    }
  }
}
