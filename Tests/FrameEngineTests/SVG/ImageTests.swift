import FrameGeometry
import FrameImage
import FramePlan
import TestSupport
import Testing

@testable import FrameScene

/// Images in a document, written as stored pixels with a transform.
@Suite struct ImageTests {
  private func tree(_ layers: [SceneTree.Layer], side: Int) -> SceneTree {
    let size = PixelSize(width: side, height: side)!
    return SceneTree(canvas: size, window: PixelRect(x: 0, y: 0, size: size), layers: layers)
  }

  private func document(_ layers: [SceneTree.Layer], _ hrefs: [Int: String]) -> String {
    SVGDocument(tree(layers, side: 20), images: hrefs).text
  }

  private func layer(
    _ name: String, id: Int, _ orientation: Orientation = .up, at placement: AffineTransform = .identity
  ) -> SceneTree.Layer {
    let image = SourceImage(
      id: id, name: "p", size: PixelSize(width: 8, height: 6)!, orientation: orientation, pixels: .rgb8)
    return SceneTree.Layer(
      name: name, content: .image(image, placement: placement),
      bounds: Rect(x: 0, y: 0, width: 20, height: 20), drawn: Rect(x: 0, y: 0, width: 20, height: 20))
  }

  /// Viewers are told to ignore the file's orientation, and the matrix applies it.
  @Test(
    "The SVG transform of an image applies its orientation",
    arguments: [
      (Orientation.up, nil), (.upMirrored, "-1 0 0 1 8 0"), (.down, "-1 0 0 -1 8 6"),
      (.right, "0 1 -1 0 6 0"),
      (.left, "0 -1 1 0 0 8"), (.leftMirrored, "0 1 1 0 0 0"),
    ])
  func orientation(orientation: Orientation, matrix: String?) {
    let text = document([layer("a", id: 0, orientation)], [0: "x.png"])
    let transform = matrix.map { " transform=\"matrix(\($0))\"" } ?? ""
    expectTrue(
      text.contains(
        ##"<image width="8" height="6" preserveAspectRatio="none" style="image-orientation:none" "##
          + ##"xlink:href="x.png"\##(transform)/>"##))
  }

  @Test("The placement of an image applies after its orientation") func placement() {
    let text = document([layer("a", id: 0, .right, at: AffineTransform(2, 0, 0, 2, 1, 0))], [0: "x.png"])
    expectTrue(text.contains("matrix(0 2 -2 0 13 0)"))
  }

  @Test("An image shown by several layers is written once and referenced") func sharedImage() {
    let layers = [layer("a", id: 0), layer("b", id: 0, .down), layer("image-1", id: 1)]
    let text = document(layers, [0: "x.png", 1: "y.png"])
    expectEqual(text.split(separator: "<image").count, 3)
    // A layer keeps its name, and generated names avoid it.
    expectTrue(text.contains(##"<use xlink:href="#image-1-2"/>"##))
    expectTrue(text.contains(##"<use xlink:href="#image-1-2" transform="matrix(-1 0 0 -1 8 6)"/>"##))
    expectTrue(text.contains(##"<g id="image-1">"##))
  }

  @Test("A gray rectangle of the upright size replaces a missing image") func placeholder() {
    let text = document([layer("a", id: -1, .right)], [:])
    expectTrue(text.contains(##"<rect x="0" y="0" width="6" height="8" fill="#777777"/>"##))
    expectTrue(!text.contains("xlink"))
  }

  @Test("The visible images of a scene exclude those of hidden layers") func hiddenImages() {
    var hidden = layer("a", id: 0)
    hidden.status.isHidden = true
    let tree = tree([hidden, layer("b", id: 3)], side: 2)
    expectEqual(tree.visibleImages.map(\.id), [3])
  }
}
