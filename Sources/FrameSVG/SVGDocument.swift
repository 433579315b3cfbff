import FrameModel

/// A scene as SVG 1.1, with SVG 2's `mix-blend-mode` where layers blend: groups are groups, shapes are geometry, and
/// what is hidden is left out.
///
///     SVGDocument(scene, images: [0: "data:image/png;base64,..."]).text
///
/// The same scene gives the same bytes, with the fewest digits that are the same numbers.
public struct SVGDocument {
  /// The document, in UTF-8.
  public let text: String

  /// - Parameter hrefs: where each image is, by its `Image.id`; for others a card is drawn.
  public init(_ scene: SceneTree, images hrefs: [Int: String] = [:]) {
    var writer = SceneWriter(scene, hrefs)
    let root = writer.document()
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    root.write(to: &text)
    self.text = text
  }
}

extension SceneTree {
  /// The images that are shown, each once, from the back.
  public var shownImages: [SourceImage] {
    var images: [SourceImage] = []
    for image in layers.shownImages where !images.contains(where: { $0.id == image.id }) {
      images.append(image)
    }
    return images
  }
}

extension [SceneTree.Layer] {
  /// As often as they are shown.
  var shownImages: [SourceImage] {
    filter(\.isShown).flatMap { layer in
      if case .image(let image, _) = layer.content { [image] } else { layer.children.shownImages }
    }
  }
}

extension SceneTree.Layer {
  var isShown: Bool { !isHidden && opacity > 0 }
}
