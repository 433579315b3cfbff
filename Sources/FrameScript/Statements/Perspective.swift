import FrameGeometry
import FrameScene

/// The perspective in which a layer's content is seen. The layer's transform acts on top.
extension StatementTable {
  static let perspectives: [StatementEntry] = [
    .look(
      [
        "corners P P P P": """
        places the four corners of what the layer shows, clockwise from its top left corner, in the parent's coordinates: \
        a picture in perspective. The layer's transform applies after it
        """,
        "corners none": "removes the perspective",
      ], .unless("none", .quad),
      animation: AnimationEntry(.quad) { AnimatedValue(.corners($0), $0.numbers) }
    ) { .perspective(.corners($0)) },
    .look(
      [
        "tilt ANGLE[,ANGLE] [distance L] [about P]": """
        turns what the layer shows in space by two angles, and looks at it from a distance: CSS's \
        `perspective(D) rotateX(X) rotateY(Y)`. Applied before the current perspective, about the center. With `about`, applied \
        after it, about a point in the parent's coordinates. D is the longer side by default
        """
      ], .angles, .distance, .pivot,
      animation: AnimationEntry(.angles, .distance, option: .pivot) {
        AnimatedValue(.turn(.tilt($0, distance: $1)), $0)
      }
    ) { .perspective(.turn(.tilt($0, distance: $1, about: $2))) },
    .look(
      [
        "keystone ANGLE[,ANGLE]": """
        straightens the converging lines of a photo whose camera was turned to the right by the first angle and tilted upward by the \
        second: `keystone 0deg,8deg` straightens the walls of a house that was photographed from below
        """
      ], .cameraTurn,
      animation: AnimationEntry(.cameraTurn) {
        AnimatedValue(.turn(PerspectiveTurn(.keystone, x: $0[0], y: $0[1])), $0)
      }
    ) { .perspective(.turn(PerspectiveTurn(.keystone, x: $0[0], y: $0[1]))) },
    .look(
      [
        "projection N N N N N N N N N": """
        maps the layer's own coordinates to its parent's by the nine numbers of a 3 x 3 matrix, row by row, as OpenCV and \
        ImageMagick have them. The layer's transform applies after it
        """
      ], .projection
    ) { .perspective(.projection($0)) },
    .look(
      [
        "unwarp P P P P [to W,H]": """
        makes a rectangle of a quadrilateral of the photo, whose corners are clockwise from the one that becomes the top left, in \
        pixels or percent of the upright photo. The rectangle is the layer's image, before `part` and `crop`. Without a size, its \
        aspect ratio follows from the perspective, and it is as large as the longer of opposite sides. A size is rounded to whole pixels
        """,
        "unwarp none": "shows the whole photo again",
      ], .unless("none", .unwarp)
    ) { $0 ?? .unwarp([], to: nil) },
  ]
}

extension Argument<LayerChange> {
  fileprivate static let unwarp = Argument(
    .photoCorner, .photoCorner, .photoCorner, .photoCorner, .after("to", .rectangle)
  ) { .unwarp([$0, $1, $2, $3], to: $4) }
}

extension Argument<(x: Length, y: Length)> {
  /// Percentages are of the photo's sides.
  fileprivate static let photoCorner = lengths("one of four corners in the photo, as points x,y")
}

extension Argument<Size> {
  fileprivate static let rectangle = Argument({ p throws(ScriptError) in try p.parsePair("a size W,H") }) {
    written, e throws(ScriptError) in
    let (width, height) = try e.pair(written)
    let shortest = min(width, height)
    try written.position.require(shortest > 0, "a size", shortest, wanted: "more than 0")
    return Size(width: width, height: height)
  }
}

extension PerspectiveTurn {
  fileprivate static func tilt(
    _ degrees: [Double], distance: Double?, about pivot: Point? = nil
  ) -> PerspectiveTurn {
    PerspectiveTurn(.tilt, x: degrees[0], y: degrees[1], distance: distance, about: pivot)
  }
}

extension Argument<Double> {
  /// The angle in degrees by which a camera turned away from what it sees.
  fileprivate static let cameraAngle = Argument(.angle) { $0.degrees }
    .requiring("a camera's angle", "between -90 and 90 degrees") { abs($0) < 90 }
}

extension Argument<[Double]> {
  fileprivate static let cameraTurn = Argument<[Double]>(.cameraAngle, .afterComma(.cameraAngle)) {
    [$0, $1 ?? 0]
  }
}

extension Argument<Double?> {
  /// The distance of the eye.
  fileprivate static let distance = after("distance", .distanceOfEye)
}

extension Argument<Double> {
  fileprivate static let distanceOfEye = pixels(.alone, expecting: "a distance")
    .requiring("a distance", "more than 0") { $0 > 0 }
}

extension Argument<Quad> {
  fileprivate static let quad = Argument(.corner, .corner, .corner, .corner) { Quad($0, $1, $2, $3) }
}

extension Argument<Point> {
  fileprivate static let corner = point("one of four corners, as points x,y")
}

extension Argument<PlaneMap> {
  /// Six numbers, or nine, row by row.
  static let map = Argument({ p throws(ScriptError) in try p.parseMap() }) { written, e throws(ScriptError) in
    try e.map(written)
  }
}

extension Argument<Projection> {
  static let projection = Argument({ p throws(ScriptError) in try p.parseProjection() }) {
    written, e throws(ScriptError) in try e.projection(written)
  }
}
