import FrameGeometry
import FrameGesture
import FrameText

/// What a run did, in addition to the scene that it made.
package struct RunRecord: Sendable {
  /// The optional parts, which may be long.
  package struct Detail: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Every transition of a recognizer.
    package static let trace = Detail(rawValue: 1)
    /// Every touch.
    package static let touches = Detail(rawValue: 2)
  }

  /// In the order of the run.
  package internal(set) var trace: [TraceEntry] = []
  package internal(set) var touches: [RecordedTouch] = []
  /// Of the touches.
  package internal(set) var motions: [RecordedMotion] = []
  package internal(set) var dialogs: [DialogEntry] = []
  /// The menu or dialog that was open when the script ended; nil if none was.
  package internal(set) var unanswered: UnansweredDialog?
  /// When the last animation ends, in seconds; an endless one counts once.
  package internal(set) var animationEnd = 0.0
  package internal(set) var gestures: [GestureEffect] = []
  /// Fingers that were down at the end, and were canceled.
  package internal(set) var fingersLeftDown: [Int] = []
  /// Properties of texts that their fonts could not provide, each once.
  package internal(set) var shortfalls: [TextNotice] = []
  /// The names of images of one color that a `trim` left whole, each once.
  package internal(set) var uniformImages: [String] = []
  /// The names of images of one tone, which `auto-levels` left as they are, each once.
  package internal(set) var flatImages: [String] = []
  /// Factors that are probably meant as a change in percent, the first of each statement.
  package internal(set) var factorDoubts: [FactorDoubt] = []
  /// The inputs of a run that takes all of them and uses only some; nil if it uses all.
  package internal(set) var unusedInputs: UnusedInputs?

  /// A factor of a color edit that is probably meant as a change in percent.
  package struct FactorDoubt: Equatable, Sendable {
    /// The statement.
    package let word: String
    package let factor: Double
    /// True if the script has the factor in percent.
    package let isPercent: Bool

    package init(word: String, factor: Double, isPercent: Bool) {
      (self.word, self.factor, self.isPercent) = (word, factor, isPercent)
    }

    /// The change that was probably meant, in percent.
    package var change: Double { isPercent ? factor * 100 : factor }
  }

  package struct UnusedInputs: Equatable, Sendable {
    package let count: Int
    /// The number of all inputs.
    package let total: Int
  }
}

package enum TraceEntry: Equatable, Sendable {
  /// With the name of the layer.
  case gesture(GestureEvent, layer: String)
  /// A finger went down where no recognizer is, with the time in seconds.
  case missed(Touch, time: Double)
  /// A gesture reached a limit of a layer, with the limit's name and the time in seconds.
  case limited(layer: String, limit: String, time: Double)
  /// With the time in seconds.
  case dialog(DialogEntry, time: Double)
}

/// A touch as it reached the recognizers.
package struct RecordedTouch: Equatable, Sendable {
  package var time: Double
  package var touch: Touch
  /// The layer that the finger acts on, whatever is under it.
  package var layer: String?
  /// The index of its motion.
  package var motion: Int
  package var origin: Origin
}

/// What makes touches: a gesture by name, or touches of their own.
package struct RecordedMotion: Equatable, Sendable {
  /// The first word of the statement.
  package let word: String
  /// nil for touches of their own.
  package let fingers: FingerMotion?
  package let origin: Origin
}

/// A menu or dialog that a `choose` at the end of the script would answer.
package struct UnansweredDialog: Equatable, Sendable {
  package let title: String
  /// Empty for a menu.
  package let message: String
  package let items: [String]
  /// The index of the item that only closes it; nil if there is none.
  package let cancel: Int?
  package let isMenu: Bool
}

/// An entry about menus, dialogs and `say`.
package enum DialogEntry: Equatable, Sendable {
  case menu(title: String, items: [String])
  case dialog(title: String, message: String, items: [String])
  /// An item was chosen, by an answer or by default.
  case chosen(String, title: String, isAnswer: Bool)
  case said(String)
}

extension DialogEntry {
  /// As an element of a list.
  var heldBytes: Int {
    let texts: [String] =
      switch self {
      case .menu(let title, let items): [title] + items
      case .dialog(let title, let message, let items): [title, message] + items
      case .chosen(let item, let title, _): [item, title]
      case .said(let text): [text]
      }
    return AllocatedBytes.growing(1, of: DialogEntry.self) + AllocatedBytes.header
      + texts.reduce(0) { $0.adding(16 + $1.heldBytes) }
  }
}

/// The effect of one gesture, named or of raw touches, on a layer.
package struct GestureEffect: Equatable, Sendable {
  /// The first word of the statement.
  package var word: String
  package var origin: Origin
  package var layer: String
  /// The change of the layer's map to its parent; nil if that had no inverse.
  package var change: AffineTransform?
}
