import FrameModel

/// A touch of a stream.
struct StreamTouch {
  /// In seconds since the start of the stream.
  var time: Double
  var id: Int
  var phase: TouchPhase
  var point: Point?
  var layer: String?
  /// The offset of its object.
  var offset: Int

  /// The ranges of the numbers in a stream. At the latest time, a microsecond can still be represented.
  enum Range {
    static let seconds = 0...1e9
    static let milliseconds = 0...1e12
    static let coordinate = -1e9...1e9
    static let id = -1e9...1e9
  }

  /// - Parameter place: the position of the whole touch: all its parts are on one line.
  func statement(at place: ScriptPosition) -> Statement {
    func number(_ value: Double) -> Expression { Expression(.number(value), at: place) }
    let pair = point.map { PairArgument.pair(Quantity(number($0.x), nil), Quantity(number($0.y), nil)) }
    let touch = TouchStatement(
      id: number(Double(id)), phase, at: pair, .at(Quantity(number(time), .seconds)), layer: layer)
    return Statement(.gesture(.touch(touch)), word: "touch", at: place)
  }
}

/// A touch as a JSON object, as `frameit expand` writes it:
///
///     {"t":0.016,"id":1,"phase":"move","x":104.0,"y":100.0,"layer":"photo"}
///
/// `t` is in seconds; `x` and `y` are optional for a finger that goes up or is canceled, and `layer` is always
/// optional.
extension StreamTouch {
  private static let keys = ["t", "id", "phase", "x", "y", "layer"]

  init(_ object: JSONObject) throws(StreamError) {
    try object.checkKeys(Self.keys)
    guard let time = try object.number("t", in: Range.seconds) else { throw object.missing("t") }
    guard let id = try object.whole("id", in: Range.id) else { throw object.missing("id") }
    guard let phase = try object.word("phase", TouchPhase.self) else { throw object.missing("phase") }
    let x = try object.number("x", in: Range.coordinate)
    let y = try object.number("y", in: Range.coordinate)
    let mayHaveNone = phase == .up || phase == .cancel
    if x == nil, !mayHaveNone || y != nil { throw object.missing("x") }
    if y == nil, !mayHaveNone || x != nil { throw object.missing("y") }
    self.init(
      time: time, id: id, phase: phase, point: x.flatMap { x in y.map { Point(x: x, y: $0) } },
      layer: try object.string("layer"), offset: object.offset)
  }
}
