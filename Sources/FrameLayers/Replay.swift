import FrameGeometry
import FrameGesture
import FrameScene

/// The state of layers after a script or a canvas with gestures has run, and what its recognizers saw.
public struct Replay: Sendable {
  /// All layers, in the order of drawing: a group comes before its layers.
  public let layers: [LayerState]
  /// The transitions of recognizers, in the order of time.
  public let events: [RecognizerEvent]
  /// The messages that the script printed with `say`.
  public let messages: [String]

  package init(_ tree: [SceneTree.Layer], _ record: RunRecord) {
    layers = tree.all.map(LayerState.init)
    events = record.trace.compactMap { entry in
      if case .gesture(let event, let layer) = entry { RecognizerEvent(event, layer) } else { nil }
    }
    messages = record.dialogs.compactMap { if case .said(let text) = $0 { text } else { nil } }
  }

  /// Returns the layer with a name; nil if there is none. The photo of a script without layers is called "photo".
  public func layer(_ name: String) -> LayerState? { layers.first { $0.name == name } }
}

/// A layer after the last statement or gesture.
public struct LayerState: Hashable, Sendable {
  /// The name of the layer; "layer 2" for the second one if it has none.
  public let name: String
  /// The result of all edits and gestures, about the layer's anchor.
  public let transform: AffineTransform
  /// From the layer's own coordinates to the canvas's.
  public let toCanvas: PlaneMap
  /// The bounding box of the transformed layer in its parent, as UIView's `frame`.
  public let frame: Rect
  /// From 0 to 1.
  public let opacity: Double
  /// True if the layer itself is hidden.
  public let isHidden: Bool

  fileprivate init(_ layer: SceneTree.Layer) {
    (name, transform, toCanvas) = (layer.name, layer.transform, layer.toScene)
    (frame, opacity, isHidden) = (layer.frame, layer.opacity, layer.status.isHidden)
  }
}

/// A transition of a gesture recognizer.
public struct RecognizerEvent: Hashable, Sendable {
  /// The virtual time since the start.
  public let time: Duration
  /// The kind of the recognizer.
  public let kind: RecognizerKind
  /// The new state.
  public let state: GestureState
  /// The name of the layer that the recognizer is attached to.
  public let layer: String
  /// The midpoint of the fingers on the canvas.
  public let location: Point
  /// Since the gesture began, in pixels of the canvas.
  public let translation: Vector
  /// Since the gesture began.
  public let scale: Double
  /// Since the gesture began, clockwise.
  public let rotation: Angle

  init(_ event: GestureEvent, _ layer: String) {
    (time, kind, state, self.layer) = (
      .seconds(event.time), event.kind, event.state, layer
    )
    (location, translation) = (event.value.location, event.value.translation)
    (scale, rotation) = (event.value.scale, .radians(event.value.rotation))
  }
}
