import FrameGeometry

/// A turn of the whole picture, with its canvas and its crop.
enum PictureTurn: String {
  case left, right
  /// Swaps left and right.
  case mirror

  /// Returns the map from a canvas to the turned one.
  func map(of canvas: Size) -> AffineTransform {
    switch self {
    case .left: AffineTransform(0, -1, 1, 0, 0, canvas.width)
    case .right: AffineTransform(0, 1, -1, 0, canvas.height, 0)
    case .mirror: AffineTransform(-1, 0, 0, 1, canvas.width, 0)
    }
  }
}

/// How quarter turns, mirrors and `straighten` place the current layer: it is turned, then mirrored, then straightened.
struct Framing: Equatable {
  /// Clockwise, from 0 to 3.
  private var quarters = 0
  private var isMirrored = false
  /// The angle as it is written; nil without `straighten`.
  private var angle: String?

  static let none = Framing()

  /// The framing after a turn of the picture.
  func turned(_ turn: PictureTurn) -> Framing {
    var framing = self
    switch turn {
    // In a mirrored picture, the turn before the mirror is the other one.
    case .left: framing.turn(by: isMirrored ? 1 : 3)
    case .right: framing.turn(by: isMirrored ? 3 : 1)
    case .mirror:
      framing.isMirrored.toggle()
      framing.angle = angle.map { $0.hasPrefix("-") ? String($0.dropFirst()) : "-" + $0 }
    }
    return framing
  }

  private mutating func turn(by more: Int) { quarters = (quarters + more) % 4 }

  /// Statements act before those that come earlier, in the layer's own axes.
  var statements: [String] {
    [
      isMirrored ? "flip x" : nil, ["rotate right", "rotate 180deg", "rotate left", nil][(quarters + 3) % 4],
      angle.map { "straighten \($0)" },
    ].compactMap(\.self)
  }

  /// Takes a statement; false if it is another kind of edit.
  fileprivate mutating func take(_ words: [String]) -> Bool {
    guard words.count == 2 else { return false }
    switch (words[0], words[1]) {
    case ("rotate", "right"): turn(by: 1)
    case ("rotate", "180deg"): turn(by: 2)
    case ("rotate", "left"): turn(by: 3)
    case ("flip", "x"), ("flip", "y"):
      // Before the turns so far, it is a mirror after the opposite turns.
      quarters = ((words[1] == "x" ? 4 : 6) - quarters) % 4
      isMirrored.toggle()
    case ("straighten", _): angle = words[1]
    default: return false
    }
    return true
  }
}

extension ScriptOutline {
  /// The statements since the current layer was declared or selected last.
  var currentEntries: ArraySlice<Entry> {
    let start = entries.lastIndex { ["layer", "group", "select"].contains($0.words.first) }
    return entries[(start.map { $0 + 1 } ?? 0)...]
  }

  /// The statement that straightens the current layer.
  var straighten: Entry? { currentEntries.last { $0.words.first == "straighten" } }

  /// The framing of the current layer, and its statements.
  var framing: (value: Framing, entries: [Entry]) {
    var framing = Framing.none
    let taken = currentEntries.filter { framing.take($0.words) }
    return (framing, taken)
  }
}
