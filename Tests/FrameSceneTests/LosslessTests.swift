import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import TestSupport
import Testing

/// The choice between a lossless transform and encoding. It depends only on the script and the header.
@Suite struct LosslessTests {
  private static func photo(
    _ width: Int, _ height: Int, mcu: (Int, Int) = (16, 16), _ orientation: Orientation = .up,
    _ pixels: PixelFormat = .rgb8
  ) -> SourceImage {
    var photo = image(width, height, id: 1, orientation, pixels)
    photo.blocks = BlockGrid(mcu: size(mcu.0, mcu.1), bytes: 6 * width * height)
    return photo
  }

  private static func writing(
    _ script: String, _ photos: [SourceImage], _ policy: LosslessPolicy = .prefer, movable: Set<Int> = [1, 2]
  ) throws -> RenderPlan.Writing {
    let output = OutputCapabilities(
      alpha: false, deepest: .eight, maximumSide: 65_500, lossless: policy, movable: movable)
    return try plan(script, photos, output: output).writing
  }

  private static func name(_ writing: RenderPlan.Writing) -> String {
    switch writing {
    case .moved(let move): move.kind.rawValue
    case .encoded(.cutBlocks): "cut"
    case .encoded: "no"
    }
  }

  /// The outcomes of `prefer` for whole images in the eight orientations, in order. Where `prefer` encodes because
  /// partial MCUs would move (`cut`), `require` writes an orientation tag instead.
  private static let table: [(size: (Int, Int), mcu: (Int, Int), prefer: String)] = [
    ((32, 48), (16, 16), "dct dct dct dct dct dct dct dct"),
    ((32, 48), (8, 8), "dct dct dct dct dct dct dct dct"),
    // A partial last row of MCUs cannot become the first row or column.
    ((32, 40), (16, 16), "dct dct cut cut dct cut cut dct"),
    ((32, 40), (16, 8), "dct dct dct dct dct dct dct dct"),
    ((40, 32), (16, 16), "dct cut cut dct dct dct cut cut"),
    ((40, 32), (8, 16), "dct dct dct dct dct dct dct dct"),
    ((40, 32), (32, 8), "dct cut cut dct dct dct cut cut"),
    ((33, 47), (8, 8), "dct cut cut cut dct cut cut cut"),
    ((1, 1), (8, 8), "dct cut cut cut dct cut cut cut"),
    ((8, 8), (8, 8), "dct dct dct dct dct dct dct dct"),
    ((8, 7), (8, 8), "dct dct cut cut dct cut cut dct"),
  ]

  @Test(
    "Edits of whole images have their lossless method", arguments: table.indices)
  func wholeImages(_ row: Int)
    throws
  {
    let (side, mcu, prefer) = Self.table[row]
    for (orientation, wanted) in zip(Orientation.allCases, prefer.split(separator: " ")) {
      let photo = Self.photo(side.0, side.1, mcu: mcu, orientation)
      expectTrue(Self.name(try Self.writing("", [photo])) == wanted, "\(orientation)")
      let required = wanted == "cut" ? "tag" : "dct"
      expectEqual(Self.name(try Self.writing("", [photo], .require)), required, "\(orientation)")
      try expectEqual(Self.writing("", [photo], .never), .encoded(because: .notWanted))
      guard case .moved(let move) = try Self.writing("", [photo], .require) else { continue }
      expectEqual(move.orientation, orientation)
      expectEqual(move.source, PixelRect(x: 0, y: 0, size: photo.size))
    }
  }

  @Test("The script's rotation and the orientation combine to one transform") func combinedTurns() throws {
    let photo = Self.photo(32, 48, .right)
    try expectEqual(
      Self.writing("canvas fit; rotate 90deg", [photo]),
      .moved(LosslessTransform(.exact, .down, source: PixelRect(x: 0, y: 0, size: photo.size))))
    try expectEqual(
      Self.writing("canvas fit; rotate -90deg", [photo]),
      .moved(LosslessTransform(.exact, .up, source: PixelRect(x: 0, y: 0, size: photo.size))))
    try expectEqual(
      Self.writing("canvas fit; repeat 15 { rotate 6deg }", [Self.photo(32, 48)]),
      .moved(LosslessTransform(.exact, .right, source: PixelRect(x: 0, y: 0, size: photo.size))))
  }

  /// Crops of a photo with 100 by 90 stored pixels; `kept` is the part that remains, in stored pixels.
  private static let crops: [(script: String, prefer: String, require: String, kept: [Int])] = [
    ("crop 16,32 50,20", "dct", "dct", [16, 32, 50, 20]),
    ("crop 15,32 50,20", "cut", "dct+trim", [16, 32, 49, 20]),
    ("crop 17,33 50,20", "cut", "dct+trim", [32, 48, 35, 5]),
    ("crop 0,0 100,16; canvas fit", "dct", "dct", [0, 0, 100, 16]),
    ("rotate 180deg; crop 4,10 40,40", "dct", "dct", [56, 40, 40, 40]),
    ("rotate 180deg; crop 0,0 40,40", "cut", "dct+trim", [60, 50, 36, 30]),
    ("rotate 180deg; crop 0,0 3,3", "cut", "no", []),
    ("canvas fit; rotate 90deg; crop 10,16 20,30", "dct", "dct", [16, 60, 30, 20]),
    ("canvas fit; rotate 90deg; crop 9,15 20,30", "cut", "dct+trim", [16, 61, 29, 19]),
    ("scale -1,1; crop 0,0 100,90", "cut", "tag", [0, 0, 100, 90]),
    // Cropped by the canvas, or by a clipping layer that the image covers.
    ("canvas 50,40; layer a image mode topLeft", "dct", "dct", [0, 0, 50, 40]),
    ("canvas 50,42; layer a image mode center", "cut", "dct+trim", [32, 32, 43, 34]),
    ("canvas 48,48; layer a image at 0,0 size 48,48 mode topLeft clip", "dct", "dct", [0, 0, 48, 48]),
    // Cropped and turned by the quadrilateral that becomes the image.
    ("unwarp 0,0 100%,0 100%,100% 0,100%", "dct", "dct", [0, 0, 100, 90]),
    ("unwarp 16,32 66,32 66,52 16,52", "dct", "dct", [16, 32, 50, 20]),
    (
      "canvas 40,20; layer a image unwarp 16,32 66,32 66,52 16,52 part 1,0 40,20 at 0,0", "cut", "dct+trim",
      [32, 32, 25, 20]
    ),
    ("unwarp 16,52 16,32 64,32 64,52", "cut", "dct+trim", [16, 32, 48, 16]),
    ("unwarp 16,48 16,32 66,32 66,48", "dct", "dct", [16, 32, 50, 16]),
  ]

  @Test(
    "Crops have their lossless method", arguments: crops.indices)
  func croppedImages(_ row: Int) throws {
    let (script, prefer, require, kept) = Self.crops[row]
    let photo = Self.photo(100, 90)
    expectEqual(Self.name(try Self.writing(script, [photo])), prefer)
    let writing = try Self.writing(script, [photo], .require)
    expectEqual(Self.name(writing), require)
    guard case .moved(let move) = writing else { return }
    let source = move.source
    expectEqual([source.x, source.y, source.size.width, source.size.height], kept)
  }

  /// Checks that a trimmed plan equals the plan of the smaller window.
  @Test("A trimmed plan equals the plan of the smaller crop") func trimmedPlan() throws {
    let output = OutputCapabilities(
      alpha: false, deepest: .eight, maximumSide: 65_500, lossless: .require, movable: [1])
    let photo = Self.photo(100, 90)
    var trimmed = try plan("canvas fit; rotate 90deg; crop 9,15 20,30", [photo], output: output)
    let asked = try plan("canvas fit; rotate 90deg; crop 10,16 19,29", [photo], output: output)
    expectTrue(trimmed.move?.kind == .trimmed && asked.move?.kind == .exact)
    expectEqual(trimmed.move?.source, asked.move?.source)
    trimmed.writing = asked.writing
    expectEqual(trimmed, asked)
  }

  private static let obstacles: [(script: String, obstacle: LosslessObstacle)] = [
    ("rotate 3deg", .resampled), ("scale 0.5", .resampled), ("translate 0.5,0", .resampled),
    ("tilt 0deg,20deg", .perspective), ("unwarp 3,2 97,0 99,89 0,85", .perspective),
    ("unwarp 50,10 80,40 60,60 30,30", .resampled), ("unwarp 0,0 9,0 9,9 0,9 to 20,20", .resampled),
    ("tilt 0deg,0deg; scale 0.5", .resampled), ("canvas 200,200", .resampled),
    ("canvas 100,90; rotate 90deg", .beside), ("translate 16,0", .beside),
    ("canvas 200,90; layer a image mode topLeft", .beside), ("opacity 0.5", .composed),
    ("grayscale", .pixelsChanged), ("blur 3", .pixelsChanged), ("sharpen 1 1; invert", .pixelsChanged),
    ("grayscale; opacity 0.5", .composed),
    ("border 1 red", .composed), ("corner-radius 3", .composed), ("hide", .composed),
    ("layer a image $1; layer b image $1", .composed),
    ("group g { layer a image $1 mode topLeft }\nselect g; opacity 0.5", .composed),
    ("background red; crop 1,0 20,10", .cutBlocks(columns: 15, rows: 0, of: size(20, 10))),
  ]

  @Test(
    "Edits that change pixels are not lossless", arguments: obstacles.indices)
  func needsPixels(_ row: Int)
    throws
  {
    let (script, obstacle) = Self.obstacles[row]
    try expectEqual(Self.writing(script, [Self.photo(100, 90)]), .encoded(because: obstacle), "\(script)")
  }

  @Test("A lossless transform needs the same input and output format") func sameFormat() throws {
    try expectEqual(
      Self.writing("", [Self.photo(16, 16)], .require, movable: [2]), .encoded(because: .otherFormat))
    try expectEqual(Self.writing("", [image(16, 16)], .require), .encoded(because: .otherFormat))
  }

  @Test("A gray image over a color stays gray") func grayImage() throws {
    let output = OutputCapabilities(
      alpha: false, deepest: .eight, maximumSide: 65_500, lossless: .prefer, movable: [1])
    let plan = try plan("background red", [Self.photo(16, 16, .up, .gray8)], output: output)
    expectTrue(plan.move != nil && plan.output == .gray8)
  }

  @Test("An image with too many blocks is encoded from pixels") func tooManyBlocks() throws {
    var limits = Limits()
    limits.memory = 12 * 64 * 64 - 1
    let output = OutputCapabilities(
      alpha: false, deepest: .eight, maximumSide: 65_500, lossless: .require, movable: [1])
    func writing(_ script: String) throws -> RenderPlan.Writing {
      try Planner(limits: limits, output: output).plan(
        run(script, [Self.photo(64, 64)], limits: limits).scene
      )
      .writing
    }
    let exceeded = LimitExceeded(.memory, needed: 12 * 64 * 64, allowed: limits.memory)
    try expectEqual(writing("canvas fit; rotate 90deg"), .encoded(because: .limit(exceeded)))
    // Nothing moves, so no blocks are held in memory.
    try expectEqual(Self.name(writing("")), "dct")
  }
}
