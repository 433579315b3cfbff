import FrameGeometry
import FrameImage
import FramePlan

// The arguments that many statements have. `expecting` is what errors expect where the argument is missing, and
// `meaning` is what they call its value.

extension Argument<Angle> {
  static let angle = Argument({ p throws(ScriptError) in try p.parseAngle() }) {
    written, e throws(ScriptError) in
    try e.angle(written)
  }
}

extension Argument<Double> {
  /// In seconds.
  static let time = Argument({ p throws(ScriptError) in try p.parseTime() }) {
    written, e throws(ScriptError) in
    try e.time(written)
  }

  /// A number, or a percentage: `50%` is 0.5.
  static func factor(_ expecting: String) -> Argument {
    Argument({ p throws(ScriptError) in try p.parseFactor(expecting) }) { written, e throws(ScriptError) in
      try e.unitShare(written)
    }
  }

  /// A number in a range, or a percentage.
  static func factor(
    _ expecting: String, _ meaning: String, in range: ClosedRange<Double>
  ) -> Argument {
    factor(expecting).requiring(meaning, in: range)
  }

  /// A number from 0 to 1, or a percentage.
  static func share(_ meaning: String, expecting: String? = nil) -> Argument {
    factor(expecting ?? meaning + " from 0 to 1", meaning, in: 0...1)
  }

  static func number(_ expecting: String) -> Argument {
    Argument({ p throws(ScriptError) in try p.parseNumber(expecting) }) { written, e throws(ScriptError) in
      try e.number(of: written)
    }
  }

  static func number(
    _ expecting: String, _ meaning: String, in range: ClosedRange<Double>
  ) -> Argument {
    number(expecting).requiring(meaning, in: range)
  }

  /// A length in pixels.
  static func pixels(_ axis: Evaluator.Axis, expecting: String = "a length") -> Argument {
    Argument({ p throws(ScriptError) in try p.parseLength(expecting) }) { written, e throws(ScriptError) in
      try e.length(written, axis)
    }
  }

  /// A length of at least 0, in pixels.
  static func size(_ meaning: String, expecting: String = "a length") -> Argument {
    pixels(.alone, expecting: expecting).requiring(meaning, "from 0") { $0 >= 0 }
  }
}

extension Argument<Length> {
  /// A length of which percentages are of something that is known later.
  static func length(_ meaning: String) -> Argument {
    Argument({ p throws(ScriptError) in try p.parseLength() }) {
      written, e throws(ScriptError) in try e.nonNegativeLength(written, meaning)
    }
  }
}

extension Argument<Int> {
  static func count(_ expecting: String, _ meaning: String, from least: Double) -> Argument {
    Argument({ p throws(ScriptError) in try p.parseNumber(expecting) }) { written, e throws(ScriptError) in
      try e.wholeNumber(written, meaning, from: least)
    }
  }

  /// The layer that receives edits. It has no form.
  ///
  /// - Parameter word: what needs it, for errors.
  static func currentLayer(for word: String) -> Argument {
    .context { e throws(ScriptError) in try e.currentLayer(for: word) }
  }

  /// The name of a layer, as its index.
  static let layer = Argument({ p throws(ScriptError) in try p.parseName("a layer's name") }) {
    written, e throws(ScriptError) in try e.layer(named: written)
  }
}

extension Argument<Point> {
  static let point = point()

  static func point(_ expecting: String = "a point x,y") -> Argument {
    Argument({ p throws(ScriptError) in try p.parsePair(expecting) }) { written, e throws(ScriptError) in
      try e.point(written)
    }
  }

  /// In fractions of a size.
  static func unitPoint(_ expecting: String) -> Argument {
    Argument({ p throws(ScriptError) in try p.parsePair(expecting) }) { written, e throws(ScriptError) in
      try e.unitPair(written)
    }
  }
}

extension Argument<(x: Length, y: Length)> {
  /// Lengths whose percentages are of a size that is known later.
  static func lengths(_ expecting: String) -> Argument {
    Argument({ p throws(ScriptError) in try p.parsePair(expecting) }) { written, e throws(ScriptError) in
      let (x, y) = try e.lengths(written)
      return (x: x, y: y)
    }
  }
}

extension Argument<Vector> {
  static func vector(_ expecting: String = "a vector x,y") -> Argument {
    Argument<Vector>(.point(expecting)) { Vector(dx: $0.x, dy: $0.y) }
  }
}

extension Argument<Rect> {
  static let rect = Argument(.point("a point X,Y"), .point("a size W,H")) { origin, size in
    Rect(x: origin.x, y: origin.y, width: size.x, height: size.y)
  }
}

extension Argument<AffineTransform> {
  static let matrix = Argument({ p throws(ScriptError) in try p.parseMatrix() }) {
    written, e throws(ScriptError) in try e.matrix(written)
  }
}

extension Argument<String> {
  static let string = Argument({ p throws(ScriptError) in try p.parseString() }) {
    written, e throws(ScriptError) in try e.text(of: written)
  }

  static func name(_ expecting: String) -> Argument {
    Argument({ p throws(ScriptError) in try p.parseName(expecting) }) { written, e throws(ScriptError) in
      try e.name(of: written)
    }
  }
}

extension Argument<Color> {
  static let color = color()

  /// - Parameter word: the first word of its statement, if a stroked rectangle can have a gradient in its place.
  static func color(of word: String? = nil) -> Argument {
    Argument({ p throws(ScriptError) in try p.parsePlainColor(of: word) }) {
      written, e throws(ScriptError) in try e.color(written)
    }
  }
}

extension Argument<RenderPlan.Paint> {
  static let paint = Argument({ p throws(ScriptError) in try p.parsePaint() }) {
    written, e throws(ScriptError) in try e.paint(written)
  }
}

extension Argument<Bool> {
  /// A word that may be left out.
  static func ifNext(_ word: String) -> Argument {
    Argument({ $0.accept(word) }) { isNext, _ in isNext }
  }
}

extension Argument where Value: ScriptKeyword {
  /// A keyword, or a variable that contains one.
  static var keyword: Argument {
    Argument({ p throws(ScriptError) in try p.parseChoice(Value.self) }) { written, e throws(ScriptError) in
      try e.word(written)
    }
  }

  /// A keyword that is written out.
  static var word: Argument {
    Argument({ p throws(ScriptError) in try p.parseWord(Value.self) }) { word, _ in word }
  }
}

extension Argument {
  /// A keyword that is written out; nil if none follows.
  static func ifWord<Word: ScriptKeyword>(_ type: Word.Type = Word.self) -> Argument<Value>
  where Value == Word? {
    Argument({ $0.acceptWord(Word.self) }) { word, _ in word }
  }
}
