import FrameModel

/// Makes elements of a scene. What they refer to is collected on the way.
struct SceneWriter {
  let scene: SceneTree
  let hrefs: [Int: String]
  var identifiers = Identifiers()
  /// What others refer to: gradients, outlines that clip, images that are shown more than once.
  var definitions: [SVGElement] = []
  /// The names of the images among those.
  var sharedImages: [Int: String] = [:]

  init(_ scene: SceneTree, _ hrefs: [Int: String]) {
    self.scene = scene
    self.hrefs = hrefs
  }

  mutating func document() -> SVGElement {
    let (width, height) = ("\(scene.window.size.width)", "\(scene.window.size.height)")
    var root = SVGElement(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("width", width), ("height", height),
        ("viewBox", "0 0 \(width) \(height)"),
      ])
    // Layers have their names before anything that is made here.
    let names = layerNames(scene.layers)
    shareImages()
    let layers = elements(of: scene.layers, names)
    let content = finished(layers)
    if !hrefs.isEmpty { root["xmlns:xlink"] = "http://www.w3.org/1999/xlink" }
    root.children = (definitions.isEmpty ? [] : [SVGElement("defs", [], definitions)]) + content
    return root
  }

  /// An element's name for each layer that is shown, in groups too.
  private mutating func layerNames(_ layers: [SceneTree.Layer]) -> [String: String] {
    var names: [String: String] = [:]
    for layer in layers where layer.isShown {
      names[layer.name] = identifiers.take(layer.name)
      names.merge(layerNames(layer.children)) { first, _ in first }
    }
    return names
  }

  /// An image that is shown more than once is written once.
  private mutating func shareImages() {
    let shown = scene.layers.shownImages
    for image in scene.shownImages where shown.count(where: { $0.id == image.id }) > 1 {
      guard let href = hrefs[image.id] else { continue }
      let name = identifiers.take("image-\(image.id + 1)")
      sharedImages[image.id] = name
      var element = element(of: image, href)
      element.attributes.insert(("id", name), at: 0)
      definitions.append(element)
    }
  }

  mutating func define(_ element: SVGElement, for name: String) -> String {
    let name = identifiers.take(name)
    var element = element
    element.attributes.insert(("id", name), at: 0)
    definitions.append(element)
    return name
  }
}

extension AffineTransform {
  /// As a `transform` has it; nil where it changes nothing.
  var svg: String? {
    guard self != .identity else { return nil }
    return "matrix(\([a, b, c, d, tx, ty].map(\.scriptText).joined(separator: " ")))"
  }
}
