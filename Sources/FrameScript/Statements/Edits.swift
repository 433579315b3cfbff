import FrameGeometry
import FrameImage
import FrameScene

/// Changes of the current layer's geometry, in the terms of CGAffineTransform and UIView.
extension StatementTable {
  static let edits: [StatementEntry] = transforms + history + appearance

  private static let transforms: [StatementEntry] = [
    .edit(
      [
        "rotate ANGLE [about P]": """
        turns the layer clockwise about its anchor. Applied before the current transform, in the layer's own axes, \
        like CGAffineTransform's `rotated(by:)`. With `about`, applied after the current transform, about a point in \
        the parent's coordinates
        """,
        "rotate left|right [about P]": "turns the layer by a quarter",
      ], .turn, .pivot, animation: .transform(.rotate, .angleNumbers)
    ) { .transform(.rotate, [$0.degrees], about: $1) },
    .edit(
      [
        "scale F[,F] [about P]": """
        enlarges or reduces the layer by one factor, or by one for its width and one for its height: `scale 1.5`, \
        `scale 50%,200%`. Applied before the current transform, in the layer's own axes, like `scaledBy(x:y:)`. With \
        `about`, applied after the current transform, about a point in the parent's coordinates
        """
      ], .factors, .pivot, animation: .transform(.scale, .factors)
    ) { .transform(.scale, $0, about: $1) },
    .edit(
      [
        "flip x|y":
          "mirrors the layer: `flip x` swaps left and right, like `scale -1,1`, and `flip y` top and bottom"
      ],
      Argument<Axis>.keyword
    ) { .transform(.scale, $0 == .x ? [-1, 1] : [1, -1], about: nil) },
    .edit(
      [
        "translate V": """
        moves the layer by V. Applied before the current transform, in the layer's own axes, like \
        `translatedBy(x:y:)`
        """
      ], .vectorNumbers,
      animation: AnimationEntry(.vectorNumbers) { AnimatedValue(.edit(.translate, about: nil), $0) }
    ) { .transform(.translate, $0, about: nil) },
    .edit(
      [
        "skew ANGLE[,ANGLE] [about P]": """
        slants the layer by an angle for x, and one for y. Applied before the current transform, in the layer's own \
        axes. With `about`, applied after the current transform, about a point in the parent's coordinates
        """
      ], .angles, .pivot, animation: .transform(.skew, .angles)
    ) { .transform(.skew, $0, about: $1) },
    .edit(
      [
        "concat a b c d tx ty":
          "applied after the current transform, like CGAffineTransform's `concatenating(_:)`"
      ], .matrix
    ) { .concat($0) },
    .edit(
      ["transform a b c d tx ty": "replaces the transform"], .matrix,
      animation: AnimationEntry(.matrix) {
        AnimatedValue(.transform, $0.decomposed().numbers, matrix: $0)
      }
    ) { .setTransform($0) },
    .edit(
      [
        "straighten ANGLE": """
        rotates the layer about the center of the canvas, and enlarges it about the same point just enough for its \
        image (for other layers, its box) to cover the canvas. It never reduces the layer
        """
      ], .angle
    ) { .straighten($0.degrees) },
    .edit(
      ["move V": "moves the layer's position, not its transform"], .vector(),
      animation: AnimationEntry(.vectorNumbers) { AnimatedValue(.move, $0) }
    ) { .move($0) },
    .look(
      [
        "anchor AX,AY": """
        changes the anchor; the layer's position (where the anchor lies in the parent) does not change, so the \
        image moves
        """
      ], .unitPoint("a point AX,AY in fractions of the size, such as 0.5,0.5")
    ) { .anchor($0) },
    .look(["mode MODE": "changes the content mode"], .keyword, isFree: true) { .mode($0) },
    .look(
      [
        "edge transparent|clamp|mirror|repeat": """
        fills the area beyond the image with nothing (the default), with its edge pixels, with its mirror images, or \
        with copies of it
        """
      ], .keyword, isFree: true
    ) { .edge($0) },
  ]

  private static let history: [StatementEntry] = [
    .edit(["reset": "sets the transform to the identity"]) { .setTransform(.identity) },
    .edit(["save": "saves the transform, and nothing else of the layer"]) { .save },
    .edit(["restore": "restores the saved transform; opacity, colors and effects stay as they are"]) {
      .restore
    },
    .edit([
      "undo": "undoes the last statement on this layer; it does not take back options of its declaration"
    ]) {
      .undo
    },
    .edit(["redo": "redoes the last undone statement on this layer"]) { .redo },
  ]
}

extension AnimationEntry {
  /// A transform about the layer's position, or about a point.
  fileprivate static func transform(
    _ kind: TransformEdit.Kind, _ numbers: Argument<[Double]>
  ) -> AnimationEntry {
    AnimationEntry(numbers, option: .pivot) { AnimatedValue(.edit(kind, about: nil), $0) }
  }
}

extension Argument<Angle> {
  /// An angle, or a quarter turn.
  fileprivate static let turn = choice(
    ["left": Argument { .degrees(-90) }, "right": Argument { .degrees(90) }], or: .angle)
}

/// The axis along which a layer is mirrored.
enum Axis: String, CaseIterable, ScriptKeyword {
  case x, y

  static var meaning: WordMeaning { .axis }

  static var synonyms: [String: Axis] { ["horizontal": .x, "vertical": .y] }
}

extension Argument<Point?> {
  static let pivot = after("about", .point("a point x,y in the parent"))
}

// The numbers of `TransformEdit`.
extension Argument<[Double]> {
  fileprivate static let vectorNumbers = Argument(.vector()) { [$0.dx, $0.dy] }

  /// In degrees.
  fileprivate static let angleNumbers = Argument(.angle) { [$0.degrees] }

  /// `ANGLE[,ANGLE]` in degrees; without a second one, it is 0.
  static let angles = Argument(.angle, .afterComma(.angle)) { [$0.degrees, $1?.degrees ?? 0] }

  /// `F[,F]`; without a second one, the first twice.
  fileprivate static let factors = Argument(.factor("a factor"), .afterComma(.factor("a second factor"))) {
    [$0, $1 ?? $0]
  }
}
