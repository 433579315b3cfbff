import FrameGeometry
import TestSupport
import Testing

@Suite struct PathBoxTests {
  @Test(
    "A bounding box encloses curves tightly and ignores moves that draw nothing",
    arguments: [
      ("M1 2L3 5", Rect(x: 1, y: 2, width: 2, height: 3)),
      ("M0 0Q10 20 20 0", Rect(x: 0, y: 0, width: 20, height: 10)),
      ("M0 0Q0 10 20 10", Rect(x: 0, y: 0, width: 20, height: 10)),
      ("M0 0C0 40 40 40 40 0", Rect(x: 0, y: 0, width: 40, height: 30)),
      ("M0 0C40 40 0 40 40 0", Rect(x: 0, y: 0, width: 40, height: 30)),
      ("M0 0C10 0 20 0 30 0", Rect(x: 0, y: 0, width: 30, height: 0)),
      // The control points lie outside the box, and the turning points inside it.
      ("M0 0C40 0 -10 0 30 0", Rect(x: 0, y: 0, width: 30, height: 0)),
      ("M15 10A5 5 0 0 1 10 15", Rect(x: 10, y: 10, width: 5, height: 5)),
      ("M15 10A5 5 0 1 0 10 15", Rect(x: 5, y: 5, width: 10, height: 10)),
      // Moves that draw nothing do not count, but dots do.
      ("M100 100M1 1L2 2M-50 -50", Rect(x: 1, y: 1, width: 1, height: 1)),
      ("M5 6z", Rect(x: 5, y: 6, width: 0, height: 0)),
      ("M5 6h0", Rect(x: 5, y: 6, width: 0, height: 0)),
    ])
  func boxes(text: String, box: Rect) {
    expectTrue(path(text).boundingBox!.distance(to: box) < 1e-14)
  }

  @Test("A path that draws nothing or leaves the number range has no bounding box") func noBox() {
    expectTrue(Path().boundingBox == nil)
    expectTrue(path("M5 6").boundingBox == nil)
    expectTrue(Path([.line(point(1, 1)), .close]).boundingBox == nil)
    expectTrue(Path([.move(.zero), .line(point(.nan, 1))]).boundingBox == nil)
    expectTrue(Path([.move(.zero), .quadratic(point(0, .infinity), to: .zero)]).boundingBox == nil)
    expectTrue(Path([.move(.zero), .line(point(1e151, 1))]).boundingBox == nil)
    expectTrue(Path([.move(.zero), .line(point(1e150, 1))]).boundingBox != nil)
  }

  @Test("The bounding box of a rotated ellipse is exact") func rotatedEllipse() {
    let turned = Path(ellipseIn: Rect(x: -20, y: -10, width: 40, height: 20))
      .applying(AffineTransform(rotation: Angle(degrees: 30)))
    // Half of each side, from the rows of the matrix.
    let (w, h) = ((400 * 0.75 + 100 * 0.25).squareRoot(), (400 * 0.25 + 100 * 0.75).squareRoot())
    expectTrue(turned.boundingBox!.distance(to: Rect(x: -w, y: -h, width: 2 * w, height: 2 * h)) < 1e-13)
  }

  @Test("A bounding box contains all points of a random path and is tight") func tightness() {
    var sampler = Sampler(seed: 8)
    for _ in 0..<300 {
      let path = sampler.path()
      guard let box = path.boundingBox else { continue }
      let sampled = Rect(enclosing: path.samples())
      // Between two of 200 samples, a curve of this size deviates by less than this.
      expectTrue(box.distance(to: sampled) < 2e-2)
      for p in path.flattened(tolerance: 0.1).flatMap(\.points) {
        expectTrue(p.x >= box.minX - 1e-12 && p.x <= box.maxX + 1e-12)
        expectTrue(p.y >= box.minY - 1e-12 && p.y <= box.maxY + 1e-12)
      }
    }
  }
}
