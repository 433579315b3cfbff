import FrameGeometry
import FrameGesture
import FrameImage
import FrameText

// The keywords of values that other modules define.

extension BlendMode: ScriptKeyword { package static var meaning: String { "blend mode" } }
extension MaskChannel: ScriptKeyword { package static var meaning: String { "channel of a mask" } }
extension BlendingSpace: ScriptKeyword { package static var meaning: String { "light" } }
extension ContentMode: ScriptKeyword {
  package static var meaning: String { "content mode" }

  package static var synonyms: [String: ContentMode] {
    ["fit": .scaleAspectFit, "contain": .scaleAspectFit, "cover": .scaleAspectFill, "stretch": .scaleToFill]
  }

  /// CSS stretches with `fill`, and other programs crop.
  package static func refusal(of word: String) -> ScriptProblem? {
    word == "fill" ? .ambiguousMode(word) : nil
  }
}
extension Easing.Name: ScriptKeyword { package static var meaning: String { "easing" } }
extension FillRule: ScriptKeyword { package static var meaning: String { "fill rule" } }
extension EdgeMode: ScriptKeyword { package static var meaning: String { "edge mode" } }
extension Filter: ScriptKeyword { package static var meaning: String { "filter" } }
extension GesturePivot: ScriptKeyword { package static var meaning: String { "pivot" } }
extension GesturePreset: ScriptKeyword { package static var meaning: String { "preset" } }
extension GestureState: ScriptKeyword { package static var meaning: String { "state" } }
extension PanTarget: ScriptKeyword { package static var meaning: String { "pan's target" } }
extension RecognizerKind: ScriptKeyword { package static var meaning: String { "recognizer" } }
extension SlopMode: ScriptKeyword { package static var meaning: String { "slop mode" } }
extension StrokeStyle.Cap: ScriptKeyword { package static var meaning: String { "cap" } }
extension StrokeStyle.Join: ScriptKeyword { package static var meaning: String { "join" } }
extension SwipeDirection: ScriptKeyword { package static var meaning: String { "direction" } }
extension TextAlignment: ScriptKeyword { package static var meaning: String { "alignment" } }
extension TouchPhase: ScriptKeyword { package static var meaning: String { "touch phase" } }
