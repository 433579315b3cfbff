import FrameGeometry
import FrameImage
import FrameScene

/// A canvas with layers.
///
///     var layer = Layer.image(.bitmap(photo))
///     layer.transform = layer.transform.rotated(by: .degrees(30))
///     let pixels = try Canvas(width: 1080, height: 1080, background: .white, layers: [layer]).bitmap()
public struct Canvas: Sendable {
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int
  /// The color or gradient below all layers. A gradient has the canvas's coordinates.
  public var background: Paint
  /// From back to front.
  public var layers: [Layer]
  /// The radius of the canvas's corners, outside of which it is transparent.
  public var cornerRadius = 0.0
  /// The filter that resamples images.
  public var filter = Filter.cubic
  /// The lights in which images are resampled and layers are blended.
  public var lights = Lights()
  /// Gestures, which are performed in order before the canvas is drawn.
  public var gestures: [Gesture] = []

  public init(width: Int, height: Int, background: Paint = .color(.clear), layers: [Layer] = []) {
    (self.width, self.height, self.background, self.layers) = (width, height, background, layers)
  }

  /// Creates a canvas with a background of one color.
  public init(width: Int, height: Int, background: Color, layers: [Layer] = []) {
    self.init(width: width, height: height, background: .color(background), layers: layers)
  }
}

extension Canvas {
  /// The sources of all images, as `perform` numbers them. For each layer: its own image, the image of its mask, and the images
  /// of the layers inside it.
  package var imageSources: [ImageSource] { images.map(\.source) }

  /// The sources of all images, with the numbers of their layers.
  var images: [(layer: Int, source: ImageSource)] {
    var count = 0
    return layers.flatMap { $0.images(&count) }
  }

  /// The fonts of all texts.
  package var fonts: CanvasFonts { CanvasFonts(layers.flatMap(\.fonts)) }

  /// Performs the canvas and its gestures.
  ///
  /// - Parameters:
  ///   - run: A run without commands.
  ///   - images: A library whose inputs are `imageSources`.
  ///   - effects: Returns the effects of plugins, by their names.
  /// - Throws: `SceneError`, which `error` translates.
  package func perform(
    in run: SceneRun, images: any ImageLibrary,
    effects: @escaping @Sendable () -> [String: PluginEffect] = { [:] }
  ) throws(SceneError) -> SceneRun {
    var performer = CanvasPerformer(run, images: images, effects: effects)
    try performer.perform(self)
    return performer.run
  }
}

extension Layer {
  /// - Parameter count: The number of layers before this one, to which this layer and the layers inside it are added.
  fileprivate func images(_ count: inout Int) -> [(layer: Int, source: ImageSource)] {
    count += 1
    let number = count
    var found: [(layer: Int, source: ImageSource)] = []
    if case .image(let source) = content { found.append((number, source)) }
    if case .image(let source, _, _) = mask { found.append((number, source)) }
    if case .group(let layers) = content { for layer in layers { found += layer.images(&count) } }
    return found
  }

  fileprivate var fonts: [FontSource] {
    switch content {
    case .text(let text): [text.font]
    case .group(let layers): layers.flatMap(\.fonts)
    case .image, .shape: []
    }
  }
}
