import FrameGeometry
import FramePlan

/// An SVG 1.1 document of a scene. Blend modes use `mix-blend-mode` of SVG 2. Groups stay groups, shapes stay
/// geometry, and hidden layers are omitted.
///
///     SVGDocument(scene, images: [0: "data:image/png;base64,..."]).text
///
/// The same scene always gives the same bytes. Numbers have the fewest digits that give the same value.
package struct SVGDocument {
  /// The text of the document.
  package let text: String

  /// - Parameter hrefs: The URL of each image, by its `id`. Other images become placeholder rectangles.
  package init(_ scene: SceneTree, images hrefs: [Int: String] = [:]) {
    var writer = SceneWriter(scene: scene.withoutIdleEffects, hrefs: hrefs)
    let root = writer.document()
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    root.write(to: &text)
    self.text = text
  }
}

extension SceneTree {
  /// The visible images, each once, from back to front.
  package var visibleImages: [SourceImage] {
    var images: [SourceImage] = []
    for image in visibleLayers.visibleImages where !images.contains(where: { $0.id == image.id }) {
      images.append(image)
    }
    return images
  }
}

extension [SceneTree.Layer] {
  /// The visible images, once for each layer that shows them.
  var visibleImages: [SourceImage] {
    filter(\.isVisible).flatMap { layer in
      let own =
        if case .image(let image, _, _) = layer.content { [image] } else { layer.children.visibleImages }
      guard case .image(let image, _)? = layer.mask?.content else { return own }
      return own + [image]
    }
  }
}

extension SceneTree.Layer {
  /// From the layer's own coordinates to its parent's, and to the scene's. SVG has no perspective: these are the maps in the middle of
  /// the layer.
  var matrix: AffineTransform { toParent.linearized(at: middle) }
  var sceneMatrix: AffineTransform { toScene.linearized(at: middle) }

  private var middle: Point { Point(x: bounds.midX, y: bounds.midY) }
}

/// Converts a scene to SVG elements and collects the definitions that they refer to.
struct SceneWriter {
  let scene: SceneTree
  let hrefs: [Int: String]
  var identifiers = Identifiers()
  /// Referenced elements: gradients, clip paths, and images that are shown more than once.
  var definitions: [SVGElement] = []
  /// The ids of the shared images among the definitions, by image id.
  var sharedImages: [Int: String] = [:]
  /// The ids of the masks among the definitions, by layer name.
  var maskNames: [String: String] = [:]
  /// The distance from the output, in its pixels, up to which the elements being written matter: blurs and shadows of the layers
  /// around them bring it into the output.
  var margin = 0.0

  mutating func document() -> SVGElement {
    let (width, height) = ("\(scene.window.size.width)", "\(scene.window.size.height)")
    var root = SVGElement(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("width", width), ("height", height),
        ("viewBox", "0 0 \(width) \(height)"),
      ])
    // Layers take their names before any generated name.
    let names = layerNames(scene.layers)
    shareImages()
    defineMasks()
    let layers = elements(of: scene.layers, names)
    let content = canvasElements(layers)
    if !hrefs.isEmpty || !maskNames.isEmpty { root["xmlns:xlink"] = "http://www.w3.org/1999/xlink" }
    root.children = (definitions.isEmpty ? [] : [SVGElement("defs", [], definitions)]) + content
    return root
  }

  /// Returns the element id of each visible layer, including layers in groups, by layer name.
  mutating func layerNames(_ layers: [SceneTree.Layer]) -> [String: String] {
    var names: [String: String] = [:]
    for layer in layers where layer.isVisible {
      names[layer.name] = identifiers.makeUnique(layer.name)
      names.merge(layerNames(layer.children)) { first, _ in first }
    }
    return names
  }

  /// Defines each image that is shown more than once.
  private mutating func shareImages() {
    let visible = scene.visibleLayers.visibleImages
    for image in scene.visibleImages where visible.count(where: { $0.id == image.id }) > 1 {
      guard let href = hrefs[image.id] else { continue }
      let name = identifiers.makeUnique("image-\(image.id + 1)")
      sharedImages[image.id] = name
      add(element(of: image, href), id: name)
    }
  }

  /// Defines an element.
  ///
  /// - Returns: The value of an attribute that refers to it.
  mutating func define(_ element: SVGElement, for name: String) -> String {
    let name = identifiers.makeUnique(name)
    add(element, id: name)
    return "url(#\(name))"
  }

  /// Defines a filter of encoded samples.
  ///
  /// - Parameter region: The area that it reads and writes; nil for SVG's own.
  /// - Returns: The value of an attribute that refers to it.
  mutating func defineFilter(_ primitives: [SVGElement], in region: Rect?, for name: String) -> String {
    let units = region.map { [("filterUnits", "userSpaceOnUse")] + $0.attributes } ?? []
    return define(
      SVGElement("filter", units + [("color-interpolation-filters", "sRGB")], primitives), for: name)
  }

  private mutating func add(_ element: SVGElement, id: String) {
    var element = element
    element.attributes.insert(("id", id), at: 0)
    definitions.append(element)
  }
}

extension AffineTransform {
  /// The value of a `transform` attribute; nil for the identity.
  var svg: String? {
    guard self != .identity else { return nil }
    return "matrix(\(numbers.map(\.scriptText).joined(separator: " ")))"
  }
}
