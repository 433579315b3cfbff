import FoundationEssentials
import FrameGeometry
import FrameGesture
import FrameImage
import FrameScene

/// What a page asks for.
enum Request {
  case view(View)
  case touch([Recording.Finger], time: Double)
  case shown(Int)
  /// The text as typed, and the last version that the page knows; nil to replace whatever there is.
  case write(String, version: Int?)
  case undo, redo
  case save(name: String?, overwrites: Bool)
  case export(Export)
  case cancelExport
  case reload
  case style(WritingStyle, isRelative: Bool)
  case set(Setting)
  /// About a point of the canvas; nil for the layer's center.
  case nudge(Nudge, at: Point?)
  case reset
  case turn(PictureTurn)
  /// Answers the menu or dialog that is open, by the title of an item.
  case choose(String)
  case input(Int)
  case strip(Range<Int>, height: Int)
  case scrub(Double?)
  case before(Bool)

  /// The pane of a page, and what it shows of the canvas.
  struct View: Equatable {
    /// In pixels of the screen.
    var pane: PixelSize
    /// Pixels of the screen for each pixel of the canvas; nil to show all of the canvas.
    var zoom: Double?
    /// The point of the canvas in the middle of the pane.
    var center: Point
    /// True to show what the script crops off, too.
    var ignoresCrop = false
  }

  /// The finished picture as a file.
  struct Export {
    /// The name of the file, whose extension chooses the format.
    var name: String
    var overwrites = false
    /// True to send the file to the page, and not to write it into the script's folder.
    var isDownload = false
    /// True for an animation, and false for the picture at the end of the script.
    var isAnimated = false
    /// The frame rate of an animation; nil for the frames of an animated photo.
    var rate: FrameRate?
  }

  /// A statement that a menu or a handle writes.
  enum Setting: Equatable {
    case preset(GesturePreset)
    case mode(ContentMode)
    /// nil removes the statement, here and below.
    case straighten(Double?)
    case crop(Rect?)
    case cover(Bool)
    /// nil removes the limit.
    case scale([Double]?)
    case select(String)
    case adjust(Adjustment, Double)
    /// The places of the corners of what the current layer shows, on the canvas; nil for no perspective.
    case corners(Quad?)
    /// The places of the corners of what becomes a rectangle, on the canvas; nil for the whole photo.
    case unwarp(Quad?)
    /// Without crop, straightening, quarter turns and mirrors.
    case unframed
  }

  /// A step of the keyboard or the wheel.
  enum Nudge: Equatable {
    case pan(Vector)
    /// In degrees.
    case twist(Double)
    case pinch(Double)
  }
}

extension Request {
  /// The messages are decoded by hand-written rules, because each has its own fields.
  private struct Fields: Decodable {
    var `do`: String
    var width: Double?
    var height: Double?
    var zoom: Double?
    var center: [Double]?
    var whole: Bool?
    var t: Double?
    var touches: [FingerField]?
    var seq: Int?
    var text: String?
    var version: Int?
    var name: String?
    var overwrite: Bool?
    var download: Bool?
    var animated: Bool?
    var rate: Int?
    var `as`: String?
    var relative: Bool?
    var what: String?
    var value: ValueField?
    var at: [Double]?
    var number: Int?
    var from: Int?
    var to: Int?
    var time: Double?
    var on: Bool?
  }

  /// `[1,"down",250,225]`
  private struct FingerField: Decodable {
    let finger: Recording.Finger

    init(from decoder: any Decoder) throws {
      var fields = try decoder.unkeyedContainer()
      let id = try fields.decode(Int.self)
      let word = try fields.decode(String.self)
      guard let phase = TouchPhase(rawValue: word), id >= 0 else {
        throw DecodingError.dataCorruptedError(in: fields, debugDescription: "no phase \(word)")
      }
      finger = Recording.Finger(
        id: id, phase: phase,
        location: Point(x: try fields.decode(Double.self), y: try fields.decode(Double.self)))
    }
  }

  fileprivate enum ValueField: Decodable {
    case none
    case flag(Bool)
    case number(Double)
    case numbers([Double])
    case text(String)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .none
      } else if let flag = try? value.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let numbers = try? value.decode([Double].self) {
        self = .numbers(numbers)
      } else {
        self = .text(try value.decode(String.self))
      }
    }
  }

  /// Returns true for a coordinate that can be on or near a canvas.
  private static func isPlace(_ coordinate: Double) -> Bool { abs(coordinate) < 1e6 }

  /// Parses a message; nil for one that no page of this studio sends.
  init?(_ message: [UInt8]) {
    guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(message)) else { return nil }
    switch fields.do {
    case "view":
      guard let width = fields.width, let height = fields.height,
        let pane = PixelSize(
          width: Int(min(max(width, 1), 8192)), height: Int(min(max(height, 1), 8192)))
      else { return nil }
      let center = fields.center ?? [0, 0]
      guard center.count == 2, center.allSatisfy(Self.isPlace),
        fields.zoom.map({ $0 > 1e-4 && $0 <= 64 }) ?? true
      else { return nil }
      self = .view(
        View(
          pane: pane, zoom: fields.zoom, center: Point(x: center[0], y: center[1]),
          ignoresCrop: fields.whole ?? false))
    case "touch":
      guard let time = fields.t, abs(time) < 1e12, let touches = fields.touches, touches.count <= 64,
        touches.allSatisfy({ Self.isPlace($0.finger.location.x) && Self.isPlace($0.finger.location.y) })
      else { return nil }
      self = .touch(touches.map(\.finger), time: time)
    case "shown":
      guard let seq = fields.seq else { return nil }
      self = .shown(seq)
    case "write":
      guard let text = fields.text else { return nil }
      self = .write(text, version: fields.version)
    case "undo": self = .undo
    case "redo": self = .redo
    case "save": self = .save(name: fields.name, overwrites: fields.overwrite ?? false)
    case "export":
      guard let name = fields.name, fields.rate.map({ FrameRate.range.contains($0) }) ?? true else {
        return nil
      }
      self = .export(
        Export(
          name: name, overwrites: fields.overwrite ?? false, isDownload: fields.download ?? false,
          isAnimated: fields.animated ?? false,
          rate: fields.animated == true ? fields.rate.flatMap { FrameRate($0) } : nil))
    case "cancelExport": self = .cancelExport
    case "reload": self = .reload
    case "style":
      guard let style = fields.as.flatMap(WritingStyle.init) else { return nil }
      self = .style(style, isRelative: fields.relative ?? false)
    case "set":
      guard let setting = Setting(fields.what ?? "", fields.value ?? .none) else { return nil }
      self = .set(setting)
    case "nudge":
      guard let nudge = Nudge(fields.what ?? "", fields.value ?? .none) else { return nil }
      let place = fields.at.flatMap { at in
        at.count == 2 && at.allSatisfy(Self.isPlace) ? Point(x: at[0], y: at[1]) : nil
      }
      self = .nudge(nudge, at: place)
    case "reset": self = .reset
    case "turn":
      guard let turn = fields.what.flatMap(PictureTurn.init) else { return nil }
      self = .turn(turn)
    case "choose":
      guard let title = fields.text, !title.isEmpty, title.utf8.count < 1000 else { return nil }
      self = .choose(title)
    case "input":
      guard let number = fields.number else { return nil }
      self = .input(number)
    case "strip":
      guard let from = fields.from, let to = fields.to, let height = fields.height, from >= 1, to >= from,
        to < 10_000_000
      else { return nil }
      self = .strip((from - 1)..<to, height: Int(min(max(height, 16), 512)))
    case "scrub":
      guard fields.time.map({ $0 >= 0 && $0 < 1e6 }) ?? true else { return nil }
      self = .scrub(fields.time)
    case "before": self = .before(fields.on ?? false)
    default: return nil
    }
  }
}

extension Request.Setting {
  fileprivate init?(_ what: String, _ value: Request.ValueField) {
    switch (what, value) {
    case ("preset", .text(let name)):
      guard let preset = GesturePreset(rawValue: name) else { return nil }
      self = .preset(preset)
    case ("mode", .text(let name)):
      guard let mode = ContentMode(rawValue: name) else { return nil }
      self = .mode(mode)
    case ("straighten", .number(let angle)) where abs(angle) <= 180: self = .straighten(angle)
    case ("straighten", .none): self = .straighten(nil)
    case ("crop", .numbers(let box))
    where box.count == 4 && box[2] >= 1 && box[3] >= 1 && box.allSatisfy({ abs($0) < 1e6 }):
      self = .crop(Rect(x: box[0], y: box[1], width: box[2], height: box[3]))
    case ("crop", .none): self = .crop(nil)
    case ("frame", .none): self = .unframed
    case ("cover", .flag(let isOn)): self = .cover(isOn)
    case ("scale", .numbers(let range))
    where range.count == 2 && range[0] > 0 && range[0] <= range[1] && range[1] < 1e4:
      self = .scale(range)
    case ("scale", .none): self = .scale(nil)
    case ("select", .text(let name)): self = .select(name)
    case (_, .number(let number)) where Adjustment(rawValue: what)?.range.contains(number) == true:
      self = .adjust(Adjustment(rawValue: what)!, number)
    case ("corners", .numbers(let places)) where Quad.arePlaces(places):
      self = .corners(Quad(numbers: places))
    case ("corners", .none): self = .corners(nil)
    case ("unwarp", .numbers(let places)) where Quad.arePlaces(places): self = .unwarp(Quad(numbers: places))
    case ("unwarp", .none): self = .unwarp(nil)
    default: return nil
    }
  }
}

extension Quad {
  /// Returns true for the coordinates of four corners that can be near a canvas.
  fileprivate static func arePlaces(_ numbers: [Double]) -> Bool {
    numbers.count == 8 && numbers.allSatisfy { abs($0) < 1e6 }
  }
}

extension Request.Nudge {
  var word: String {
    switch self {
    case .pan: "pan"
    case .twist: "twist"
    case .pinch: "pinch"
    }
  }

  fileprivate init?(_ what: String, _ value: Request.ValueField) {
    switch (what, value) {
    case ("pan", .numbers(let way)) where way.count == 2 && way.allSatisfy({ abs($0) < 1e5 }):
      self = .pan(Vector(dx: way[0], dy: way[1]))
    case ("twist", .number(let angle)) where abs(angle) <= 360: self = .twist(angle)
    case ("pinch", .number(let factor)) where factor > 0.01 && factor < 100: self = .pinch(factor)
    default: return nil
    }
  }
}
