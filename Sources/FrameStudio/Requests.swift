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

extension Request: Decodable {
  private enum Key: String, CodingKey {
    case `do`, width, height, zoom, center, whole, t, touches, seq, text, version, name, overwrite, download
    case animated, rate, `as`, relative, what, value, at, number, from, to, time, on
  }

  /// A message that no page of this studio sends.
  private struct UnknownMessage: Error {}

  /// `[1,"down",250,225]`
  private struct FingerField: Decodable {
    let finger: Recording.Finger

    init(from decoder: any Decoder) throws {
      var fields = try decoder.unkeyedContainer()
      let id = try fields.decode(Int.self)
      let phase = TouchPhase(rawValue: try fields.decode(String.self))
      let place = Point(x: try fields.decode(Double.self), y: try fields.decode(Double.self))
      guard let phase, id >= 0, Request.isPlace(place.x), Request.isPlace(place.y) else {
        throw UnknownMessage()
      }
      finger = Recording.Finger(id: id, phase: phase, location: place)
    }
  }

  /// The field `value`, which has several types.
  fileprivate enum ValueField: Decodable {
    case none
    case flag(Bool)
    case number(Double)
    case numbers([Double])
    case text(String)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let flag = try? value.decode(Bool.self) {
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
    guard let request = try? JSONDecoder().decode(Request.self, from: Data(message)) else { return nil }
    self = request
  }

  /// Decodes a message by hand, because each request has fields of its own: `do` is its name.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    func field<T: Decodable>(_ key: Key) throws -> T { try fields.decode(T.self, forKey: key) }
    func optional<T: Decodable>(_ key: Key) throws -> T? { try fields.decodeIfPresent(T.self, forKey: key) }
    func flag(_ key: Key) throws -> Bool { try optional(key) ?? false }
    func check(_ isAllowed: Bool) throws { if !isAllowed { throw UnknownMessage() } }
    func required<T>(_ value: T?) throws -> T {
      guard let value else { throw UnknownMessage() }
      return value
    }
    func side(_ key: Key, in range: ClosedRange<Double>) throws -> Int {
      Int(min(max(try field(key), range.lowerBound), range.upperBound))
    }
    switch try field(.do) as String {
    case "view":
      let pane = PixelSize(width: try side(.width, in: 1...8192), height: try side(.height, in: 1...8192))
      let zoom: Double? = try optional(.zoom)
      let center: [Double] = try optional(.center) ?? [0, 0]
      try check(center.count == 2 && center.allSatisfy(Self.isPlace))
      try check(zoom.map { $0 > 1e-4 && $0 <= 64 } ?? true)
      self = .view(
        View(
          pane: try required(pane), zoom: zoom, center: Point(x: center[0], y: center[1]),
          ignoresCrop: try flag(.whole)))
    case "touch":
      let (time, touches): (Double, [FingerField]) = (try field(.t), try field(.touches))
      try check(abs(time) < 1e12 && touches.count <= 64)
      self = .touch(touches.map(\.finger), time: time)
    case "shown": self = .shown(try field(.seq))
    case "write": self = .write(try field(.text), version: try optional(.version))
    case "undo": self = .undo
    case "redo": self = .redo
    case "save": self = .save(name: try optional(.name), overwrites: try flag(.overwrite))
    case "export":
      let (rate, isAnimated): (Int?, Bool) = (try optional(.rate), try flag(.animated))
      try check(rate.map(FrameRate.range.contains) ?? true)
      self = .export(
        Export(
          name: try field(.name), overwrites: try flag(.overwrite), isDownload: try flag(.download),
          isAnimated: isAnimated, rate: isAnimated ? rate.flatMap { FrameRate($0) } : nil))
    case "cancelExport": self = .cancelExport
    case "reload": self = .reload
    case "style": self = .style(try field(.as), isRelative: try flag(.relative))
    case "set": self = .set(try required(Setting(try field(.what), try optional(.value) ?? .none)))
    case "nudge":
      let at: [Double] = try optional(.at) ?? []
      let place = at.count == 2 && at.allSatisfy(Self.isPlace) ? Point(x: at[0], y: at[1]) : nil
      self = .nudge(try required(Nudge(try field(.what), try optional(.value) ?? .none)), at: place)
    case "reset": self = .reset
    case "turn": self = .turn(try required(PictureTurn(rawValue: try field(.what))))
    case "choose":
      let title: String = try field(.text)
      try check(!title.isEmpty && title.utf8.count < 1000)
      self = .choose(title)
    case "input": self = .input(try field(.number))
    case "strip":
      let (from, to): (Int, Int) = (try field(.from), try field(.to))
      try check(from >= 1 && to >= from && to < 10_000_000)
      self = .strip((from - 1)..<to, height: try side(.height, in: 16...512))
    case "scrub":
      let time: Double? = try optional(.time)
      try check(time.map { $0 >= 0 && $0 < 1e6 } ?? true)
      self = .scrub(time)
    case "before": self = .before(try flag(.on))
    default: throw UnknownMessage()
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
    case (_, .number(let number)) where Adjustment(rawValue: what)?.slider.range.contains(number) == true:
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
