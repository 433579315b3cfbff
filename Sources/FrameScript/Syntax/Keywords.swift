import FrameGeometry
import FrameGesture
import FrameImage
import FrameText

// The keywords of values that other modules define.

extension BlendMode: ScriptKeyword { package static var meaning: WordMeaning { .blendMode } }
extension ColorChannel: ScriptKeyword { package static var meaning: WordMeaning { .channel } }
extension MaskChannel: ScriptKeyword { package static var meaning: WordMeaning { .maskChannel } }
extension Light: ScriptKeyword { package static var meaning: WordMeaning { .light } }
extension ContentMode: ScriptKeyword {
  package static var meaning: WordMeaning { .contentMode }

  package static var synonyms: [String: ContentMode] {
    ["fit": .scaleAspectFit, "contain": .scaleAspectFit, "cover": .scaleAspectFill, "stretch": .scaleToFill]
  }

  /// CSS stretches with `fill`, and other programs crop.
  package static func refusal(of word: String) -> ScriptProblem? {
    word == "fill" ? .ambiguousMode(word) : nil
  }
}
extension Easing.Name: ScriptKeyword { package static var meaning: WordMeaning { .easing } }
extension FillRule: ScriptKeyword { package static var meaning: WordMeaning { .fillRule } }
extension EdgeMode: ScriptKeyword { package static var meaning: WordMeaning { .edgeMode } }
extension Filter: ScriptKeyword { package static var meaning: WordMeaning { .filter } }
extension GesturePivot: ScriptKeyword { package static var meaning: WordMeaning { .pivot } }
extension GesturePreset: ScriptKeyword { package static var meaning: WordMeaning { .preset } }
extension GestureState: ScriptKeyword { package static var meaning: WordMeaning { .state } }
extension Overflow: ScriptKeyword { package static var meaning: WordMeaning { .overflow } }
extension PanTarget: ScriptKeyword { package static var meaning: WordMeaning { .panTarget } }
extension RecognizerKind: ScriptKeyword { package static var meaning: WordMeaning { .recognizer } }
extension SlopMode: ScriptKeyword { package static var meaning: WordMeaning { .slopMode } }
extension StrokeStyle.Cap: ScriptKeyword { package static var meaning: WordMeaning { .cap } }
extension StrokeStyle.Join: ScriptKeyword { package static var meaning: WordMeaning { .join } }
extension SwipeDirection: ScriptKeyword { package static var meaning: WordMeaning { .direction } }
extension TextAlignment: ScriptKeyword { package static var meaning: WordMeaning { .alignment } }
extension TextPlacement: ScriptKeyword { package static var meaning: WordMeaning { .placement } }
extension TouchPhase: ScriptKeyword { package static var meaning: WordMeaning { .touchPhase } }
