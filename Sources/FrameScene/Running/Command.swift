import FrameGeometry
import FrameGesture
import FrameImage
import FrameRender
import FrameScript

/// One step of a running script, as plain values: variables, formulas, percentages and names of layers are resolved.
struct Command {
  /// Large payloads are indirect, so that a command is small.
  enum Kind {
    indirect case canvas(CanvasChange)
    /// - Parameter isBound: true if a later `update` may replace the layer.
    indirect case declare(NewLayer, isBound: Bool)
    /// Ends the group that was declared last.
    case endGroup
    /// Declares a bound layer again, after a variable has changed.
    indirect case update(Int, NewLayer)
    case select(Int)
    case mark(Int, Bool)
    case edit(Int, LayerEdit)
    indirect case change(Int, LayerChange)
    indirect case animate(Int, NewAnimation)
    /// A claim about the scene, the recognizers or a value.
    indirect case expect(Claim)
    indirect case recognizers(RecognizerCommand)
    indirect case touch(NewTouch)
    /// The next touch is at this time: if that is later than the last touch, all touches of its instant are known.
    case beginTouch(TouchDelay)
    /// All touches of the last instant are known.
    case endTouches
    /// Ends what earlier gestures have left, before the values of the gesture with this word are known.
    case beginGesture(word: String)
    indirect case gesture(NewGesture)
    case wait(Double)
    indirect case dialog(DialogCommand)
  }

  let kind: Kind
  let position: ScriptPosition
}

/// A change of the canvas.
enum CanvasChange {
  case size(Size, SceneCanvas.Extent)
  case fit
  case inscribed(aspectRatio: Double?)
  case crop(Rect)
  case background(RenderPlan.Paint)
  case border(CanvasStyle.Border)
  case cornerRadius(Double)
  case filter(Filter)
  case light(BlendingSpace)
}

/// A layer to be declared.
struct NewLayer {
  enum Content {
    case layer(SceneLayer.Content)
    case text(TextBlock)
    /// That of the layer with this index, which is updated.
    case same(Int)
  }

  /// In the order of the script.
  enum Option {
    case origin(Point)
    case size(Size)
    /// In whole upright pixels of the image.
    case part(Rect)
    /// From 0 for left or top to 1.
    case alignment(Point)
    case mode(ContentMode)
    case edge(EdgeMode)
    case anchor(Point)
    case hidden
    case untouchable
    /// Drawn directly below the layer with this index.
    case below(Int)
    case change(LayerChange)
  }

  let name: String
  let content: Content
  let options: [Option]

  /// The index of the layer above it; nil for the top of its group.
  var above: Int? {
    for case .below(let layer) in options.reversed() { return layer }
    return nil
  }
}

/// A change of a layer's geometry.
enum LayerEdit {
  /// By its numbers, as `TransformEdit`; about a point of the layer's parent.
  case transform(TransformEdit.Kind, [Double], about: Point?)
  case concat(AffineTransform)
  case setTransform(AffineTransform)
  case move(Vector)
  /// In degrees.
  case straighten(Double)
  /// In units of the bounds.
  case anchor(Point)
  case mode(ContentMode)
  case edge(EdgeMode)
  /// Limits what gestures do to the layer; nil removes its limits.
  indirect case limit(LayerLimit?)
  case save, restore, undo, redo
}

/// A change of a layer's appearance.
enum LayerChange {
  case opacity(Double)
  case blend(BlendMode)
  case clip(SceneLayer.Clip?)
  case mask(LayerMask?)
  case shadow(SceneLayer.Shadow?)
  case hidden(Bool)
  case source(SceneLayer.Content)
  case fill(RenderPlan.Fill)
  case stroke(RenderPlan.Stroke)
  case trim(RenderPlan.Trim)
  case text(String)
  case focus(LayerFocus.Target?)
  case trimBorder(ImageBorder)
  case effect(LayerEffect)
  /// The color edit follows from the pixels of the layer's image.
  case autoLevels(AutoLevels)
}

/// How levels follow from the pixels of an image.
struct AutoLevels {
  /// False for one range of all channels, which keeps hues.
  let isPerChannel: Bool
  /// The share of the pixels that is clipped at each end.
  let clipped: Double

  /// That of Photoshop's Auto Contrast (Adobe, "Make quick tonal adjustments").
  static let usualClipping = 0.005
  /// Below one half, so that some pixels are left.
  static let mostClipping = 0.49
}

/// An animation to be added to a layer.
struct NewAnimation {
  let change: LayerAnimation.Change
  /// nil for the value that is shown when the animation starts.
  let from: [Double]?
  let to: [Double]
  /// That at the end, if a whole transform changes: its numbers are rounded.
  var matrix: AffineTransform?
  /// In seconds.
  let delay: Double
  let duration: Double
  let easing: Easing
  /// The number of times that it runs; infinity for an endless one.
  var rounds = 1.0
}

/// The seconds to a touch since an earlier moment.
enum TouchDelay {
  /// Since the end of the last gesture, or the start of the script.
  case sinceGesture(Double)
  case sinceTouch(Double)
}

/// One finger at one instant.
struct NewTouch {
  let id: Int
  let phase: TouchPhase
  /// On the canvas; nil for the finger's last location.
  let location: Point?
  let delay: TouchDelay
  /// The layer that the finger acts on, with its ancestors; nil if it acts on what is under it.
  let path: [Int]?
}

/// A gesture by name.
struct NewGesture {
  /// The first word of the statement.
  let word: String
  let motion: FingerMotion
  /// The layer that it acts on, with its ancestors; nil if the fingers hit what is under them.
  let path: [Int]?
}

/// Changes of recognizers, their relations, and their reactions.
enum RecognizerCommand {
  case preset(GesturePreset)
  case set(key: String, GestureSettingValue)
  case recognize(RecognizerDescription)
  case require(String, fails: String)
  case simultaneous(String, String)
  case enable(String, Bool)
  case on(Reaction)
}

/// An `on` block.
struct Reaction {
  let name: String
  /// nil: once, when the gesture is recognized or begins.
  let state: GestureState?
  let block: DeferredBlock

  func reacts(to state: GestureState) -> Bool {
    switch self.state {
    case nil: state == .began || state == .recognized
    // Two states have the same meaning.
    case .ended?, .recognized?: state == .ended || state == .recognized
    case let own?: state == own
    }
  }
}

enum DialogCommand {
  case declareMenu(Dialog)
  case ask(Dialog, message: String)
  case openMenu(String)
  case choose(String)
  case say(String)
}

extension RecognizerCommand {
  /// The bytes that the recognizers hold for it; twice, because gestures are rehearsed on a copy.
  var heldBytes: Int {
    switch self {
    case .preset, .set, .on: 0
    case .recognize(let recognizer): 2 * 512 + recognizer.name.heldBytes
    case .require, .simultaneous, .enable: 2 * 256
    }
  }
}
