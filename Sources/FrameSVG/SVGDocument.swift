import FrameModel

/// A scene as SVG 1.1, with SVG 2's `mix-blend-mode` where layers blend: groups are groups, shapes are geometry, and
/// what is hidden is left out.
///
///     SVGDocument(scene, pictures: [0: "data:image/png;base64,..."]).text
///
/// The same scene gives the same bytes, with the fewest digits that are the same numbers.
public struct SVGDocument {
  /// The document, in UTF-8.
  public let text: String

  /// - Parameter hrefs: where each picture is, by its `Picture.id`; for others a card is drawn.
  public init(_ scene: SceneTree, pictures hrefs: [Int: String] = [:]) {
    var writer = SceneWriter(scene, hrefs)
    let root = writer.document()
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    root.write(to: &text)
    self.text = text
  }
}

extension SceneTree {
  /// The pictures that are shown, each once, from the back.
  public var shownPictures: [Picture] {
    var pictures: [Picture] = []
    for picture in layers.shownPictures where !pictures.contains(where: { $0.id == picture.id }) {
      pictures.append(picture)
    }
    return pictures
  }
}

extension [SceneTree.Layer] {
  /// As often as they are shown.
  var shownPictures: [Picture] {
    filter(\.isShown).flatMap { layer in
      if case .picture(let picture, _) = layer.content { [picture] } else { layer.children.shownPictures }
    }
  }
}

extension SceneTree.Layer {
  var isShown: Bool { !isHidden && opacity > 0 }
}
