import FrameGeometry
import FrameGesture
import FrameImage
import FramePlan

/// One change of a scene, as plain values: layers are numbers, and lengths are pixels.
package struct Command {
  /// Large payloads are indirect, so that a command is small.
  package enum Kind {
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
    /// Cancels touches, fires timers, and lets layers come to rest.
    case finish
  }

  package let kind: Kind
  package let origin: Origin

  package init(_ kind: Kind, at origin: Origin) { (self.kind, self.origin) = (kind, origin) }
}

extension Command.Kind {
  /// True if the command can let touches or time pass, or changes recognizers: others cause no events.
  var concernsFingers: Bool {
    switch self {
    case .recognizers, .touch, .beginTouch, .endTouches, .beginGesture, .gesture, .wait, .finish: true
    case .canvas, .declare, .endGroup, .update, .select, .mark, .edit, .change, .animate, .dialog: false
    }
  }
}

/// A change of the canvas.
package enum CanvasChange {
  case size(Size, SceneCanvas.Extent)
  case fit
  case inscribed(aspectRatio: Double?)
  case crop(SceneCanvas.Crop)
  case background(RenderPlan.Paint)
  /// Of anything but the background, which takes memory.
  case style((inout CanvasStyle) -> Void)
  case filter(Filter)
  /// For one use, or for all.
  case light(Light, for: RenderPlan.LightUse?)
}

/// A layer to be declared.
package struct NewLayer {
  package enum Content {
    case layer(SceneLayer.Content)
    case text(TextBlock)
    /// The content of the layer with this index, which the command updates.
    case same(Int)
  }

  /// In the order of their effects.
  package enum Option {
    case origin(Point)
    case size(Size)
    /// In whole upright pixels of the image.
    case part(Rect)
    /// From 0 for left or top to 1.
    case alignment(Point)
    case untouchable
    /// Drawn directly below the layer with this index.
    case below(Int)
    case change(LayerChange)
  }

  /// An option, and where it comes from.
  package typealias PlacedOption = (option: Option, origin: Origin)

  package let name: String
  package let content: Content
  package let options: [PlacedOption]

  package init(name: String, content: Content, options: [PlacedOption]) {
    (self.name, self.content, self.options) = (name, content, options)
  }

  /// The index of the layer above it; nil for the top of its group.
  package var above: Int? {
    for case (.below(let layer), _) in options.reversed() { return layer }
    return nil
  }
}

/// A change of a layer's geometry.
package enum LayerEdit {
  /// By its numbers, as `TransformEdit`; about a point of the layer's parent.
  case transform(TransformEdit.Kind, [Double], about: Point?)
  case concat(AffineTransform)
  case setTransform(AffineTransform)
  case move(Vector)
  /// In degrees.
  case straighten(Double)
  /// Limits what gestures do to the layer; nil removes its limits.
  indirect case limit(LayerLimit?)
  case save, restore, undo, redo
}

/// A change of a layer's properties, which a declaration can state, too.
package enum LayerChange {
  /// In units of the bounds.
  case anchor(Point)
  case mode(ContentMode)
  case edge(EdgeMode)
  case opacity(Double)
  case blend(BlendMode)
  case clip(SceneLayer.Clip?)
  case overflow(Overflow)
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
  case perspective(LayerPerspective)
  /// The corners of a quadrilateral of the photo, and the size of the rectangle; nil for the whole photo.
  case unwarp([(x: Length, y: Length)], to: Size?)
  /// `auto-levels` becomes the levels of the pixels of the layer's image.
  case effect(LayerEffect)
}

/// An animation to be added to a layer.
package struct NewAnimation {
  package let change: LayerAnimation.Change
  /// nil for the value that is shown when the animation starts.
  package let from: [Double]?
  package let to: [Double]
  /// That at the end, if a whole transform changes: its numbers are rounded.
  package var matrix: AffineTransform?
  /// In seconds.
  package let delay: Double
  package let duration: Double
  package let easing: Easing
  /// The number of times that it runs; infinity for an endless one.
  package var rounds: Double

  package init(
    change: LayerAnimation.Change, from: [Double]?, to: [Double], matrix: AffineTransform? = nil,
    delay: Double,
    duration: Double, easing: Easing, rounds: Double = 1
  ) {
    self.change = change
    self.from = from
    self.to = to
    self.matrix = matrix
    self.delay = delay
    self.duration = duration
    self.easing = easing
    self.rounds = rounds
  }
}

/// The seconds to a touch since an earlier moment.
package enum TouchDelay {
  /// Since the end of the last gesture, or the start of the run.
  case sinceGesture(Double)
  case sinceTouch(Double)
}

/// One finger at one instant.
package struct NewTouch {
  package let id: Int
  package let phase: TouchPhase
  /// On the canvas; nil for the finger's last location.
  package let location: Point?
  package let delay: TouchDelay
  /// The layer that the finger acts on, with its ancestors; nil if it acts on what is under it.
  package let path: [Int]?

  package init(id: Int, phase: TouchPhase, location: Point?, delay: TouchDelay, path: [Int]?) {
    self.id = id
    self.phase = phase
    self.location = location
    self.delay = delay
    self.path = path
  }
}

/// A gesture by name.
package struct NewGesture {
  /// The first word of the statement.
  package let word: String
  /// Its pan has the axes of the parent of the layer that it acts on.
  package let motion: FingerMotion
  /// The layer that it acts on, with its ancestors; nil if the fingers hit what is under them.
  package let path: [Int]?

  package init(word: String, motion: FingerMotion, path: [Int]?) {
    (self.word, self.motion, self.path) = (word, motion, path)
  }
}

/// Changes of recognizers, their relations, and their reactions.
package enum RecognizerCommand {
  case preset(GesturePreset)
  case set(GestureSettings.Change)
  case recognize(RecognizerDescription)
  case require(String, fails: String)
  case simultaneous(String, String)
  case enable(String, Bool)
  case on(Reaction)
}

/// An `on` block.
package struct Reaction {
  package let name: String
  /// nil: once, when the gesture is recognized or begins.
  package let state: GestureState?
  /// The number of the block, which its issuer knows.
  package let block: Int
  /// The number of `on` blocks that were declared before.
  var index = 0

  package init(name: String, state: GestureState?, block: Int) {
    (self.name, self.state, self.block) = (name, state, block)
  }

  package func reacts(to state: GestureState) -> Bool {
    switch self.state {
    case nil: state == .began || state == .recognized
    // Two states have the same meaning.
    case .ended?, .recognized?: state == .ended || state == .recognized
    case let own?: state == own
    }
  }
}

package enum DialogCommand {
  case declareMenu(Dialog)
  case ask(Dialog, message: String)
  case openMenu(String)
  case choose(String)
  case say(String)
}

extension RecognizerCommand {
  /// The bytes that the recognizers hold for it; twice, because gestures are rehearsed on a copy.
  package var heldBytes: Int {
    switch self {
    case .preset, .set, .on: 0
    case .recognize(let recognizer): 2 * 512 + recognizer.name.heldBytes
    case .require, .simultaneous, .enable: 2 * 256
    }
  }
}
