import FrameCodec
import FrameGeometry
import FrameImage
import FramePixels
import FrameRender
import FrameScene

/// What the plan of an edit needs to know about the pixels of its images. Each image is read once for each question.
struct ImageAnalysis {
  /// How pixels are read.
  struct Reading {
    var onDamage = DamagePolicy.fail
    var frames = FrameChoice.all

    /// Returns the frames of an image that the edit uses.
    fileprivate func frames(of image: OpenImage) -> Range<Int> {
      switch frames {
      case .one(let index):
        let frame = min(index, image.header.frames - 1)
        return frame..<frame + 1
      case .all: return 0..<image.header.frames
      }
    }
  }

  private let reading: Reading
  private let limits: Limits
  /// What is inside the borders of images.
  private var contents = Findings<ImageBorder, Rect>()
  /// The ranges of images' samples, by the share of them that is clipped.
  private var tones = Findings<Double, ToneRanges>()
  /// What attracts attention in the images that were analyzed last.
  private var attentionMaps: [(image: Int, map: AttentionMap)] = []
  private static let mostMaps = 4
  /// The numbers of the images whose pixels were read.
  private(set) var analyzed: Set<Int> = []

  init(_ reading: Reading, limits: Limits) { (self.reading, self.limits) = (reading, limits) }

  /// - Parameter number: the image's number in the edit.
  mutating func contents(
    of image: OpenImage, _ number: Int, in part: Rect, within border: ImageBorder
  ) throws(InputError) -> Rect? {
    let found = try contents.find(border, in: part, of: number) {
      [reading, limits] () throws(InputError) in
      try image.contents(
        in: part, within: border, frames: reading.frames(of: image), onDamage: reading.onDamage,
        limits: limits)
    }
    analyzed.insert(number)
    return found
  }

  /// - Parameter number: the image's number in the edit.
  mutating func tones(
    of image: OpenImage, _ number: Int, in part: Rect, clipping share: Double
  ) throws(InputError) -> ToneRanges? {
    let found = try tones.find(share, in: part, of: number) { [reading, limits] () throws(InputError) in
      try image.tones(
        in: part, clipping: share, frames: reading.frames(of: image), onDamage: reading.onDamage,
        limits: limits)
    }
    analyzed.insert(number)
    return found
  }

  /// - Parameter number: the image's number in the edit.
  mutating func attentionMap(of image: OpenImage, _ number: Int) throws(InputError) -> AttentionMap {
    if let known = attentionMaps.first(where: { $0.image == number }) { return known.map }
    let map = try image.attentionMap(
      frame: reading.frames(of: image).lowerBound, onDamage: reading.onDamage, limits: limits)
    if attentionMaps.count == Self.mostMaps { attentionMaps.removeFirst() }
    attentionMaps.append((number, map))
    analyzed.insert(number)
    return map
  }
}

/// What was found in parts of images, by what was asked about them.
private struct Findings<Question: Hashable, Answer> {
  private struct Key: Hashable {
    let image: Int
    let part: Rect
    let question: Question
  }

  private var known: [Key: Answer?] = [:]

  /// Returns what was found before, or finds it.
  mutating func find(
    _ question: Question, in part: Rect, of image: Int, _ search: () throws(InputError) -> Answer?
  ) throws(InputError) -> Answer? {
    let key = Key(image: image, part: part, question: question)
    if let known = known[key] { return known }
    let found = try search()
    known[key] = .some(found)
    return found
  }
}
