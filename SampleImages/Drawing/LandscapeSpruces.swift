import FrameGeometry
import FrameImage

extension Landscape {
  /// The spruces on the right: trunks, whorls of drooping branches, and twigs that hang from them.
  enum Spruces {
    private struct Tree {
      var foot: Point
      var height: Double
      var seed: Int
    }

    static func paint(on image: inout Painting) {
      let trees = [
        Tree(foot: Point(x: 1583, y: 935), height: 500, seed: 400),
        Tree(foot: Point(x: 1392, y: 934), height: 330, seed: 500),
        Tree(foot: Point(x: 1487, y: 962), height: 640, seed: 600),
      ]
      for tree in trees { paint(tree, on: &image) }
    }

    private static func paint(_ tree: Tree, on image: inout Painting) {
      let top = Point(x: tree.foot.x + 4, y: tree.foot.y - tree.height)
      image.stroke(top, tree.foot, 0.8, tree.height * 0.014, hex(0x2B211B))
      let count = Int(tree.height * 1.9)
      // Drawn from the bottom up, so that branches cover those below them.
      for i in 0..<count {
        func random(_ seed: Int) -> Double { Noise.unit(i, seed: tree.seed + seed) }
        let t = 0.955 * (1 - Double(i) / Double(count)) * (0.985 + 0.03 * random(0))
        let root = Point(x: mix(top.x, tree.foot.x, t), y: mix(top.y, tree.foot.y, t))
        let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: 360 * random(1)))
        let outline = 0.03 + t * (1.3 - 0.35 * t)
        let ragged = 0.66 + 0.34 * random(2) + 0.16 * Noise.wave(t * 14, c, seed: tree.seed)
        paintBranch(
          root, length: tree.height * 0.20 * outline * ragged, across: c, towardViewer: s,
          droop: 0.16 + 0.34 * t + 0.18 * (random(3) - 0.5), seed: tree.seed + i * 7, on: &image)
      }
    }

    private static func paintBranch(
      _ root: Point, length: Double, across: Double, towardViewer: Double, droop: Double, seed: Int,
      on image: inout Painting
    ) {
      let steps = max(3, Int(length / 4.5))
      // The sun is behind the tree, on the left: edges on that side glow, and the other side is dark.
      let tone = 0.34 - 0.26 * across + 0.10 * towardViewer + 0.30 * (Noise.unit(seed, seed: 7) - 0.5)
      var before = root
      for step in 1...steps {
        let t = Double(step) / Double(steps)
        // The branch droops, and rises again at its end.
        let fall = length * (droop * (1.6 * t - 0.9 * t * t) + 0.13 * towardViewer * t)
        let here = Point(x: root.x + length * across * t, y: root.y + fall)
        let lit = clamp(tone * (0.35 + 0.85 * t))
        let shade = gradient(needles, at: lit + 0.16 * (Noise.unit(step, seed, seed: 8) - 0.5))
        image.stroke(before, here, 1.1 - t * 0.5, 1.1 - t * 0.5, hex(0x1B251C), alpha: 0.4)
        for twig in 0..<3 {
          let side = Noise.unit(step, twig, seed: seed) - 0.5
          let hang = (4 + 6 * (1 - t * 0.6)) * (0.35 + 0.9 * Noise.unit(twig, step, seed: seed + 3))
          let end = Point(x: here.x + side * 8 + across * 5, y: here.y + hang)
          image.stroke(here, end, 1.1, 0.4, shade, alpha: 0.85)
        }
        before = here
      }
    }

    private static let needles: [(place: Double, color: Color)] = [
      (0.0, hex(0x0F1B16)), (0.35, hex(0x22382A)), (0.65, hex(0x47602F)), (1.0, hex(0x9A9A4C)),
    ]
  }
}
