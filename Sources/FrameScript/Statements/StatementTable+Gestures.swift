/// Gestures, touches and time.
extension StatementTable {
  static let gestures: [StatementEntry] = [
    StatementEntry([
      "pan V [at P] [over TIME] [steps N]": "one finger; moves the current layer by V in its parent's axes"
    ]) { p throws(ScriptError) in try p.parseGesture(.pan(try p.parsePair("a vector x,y"))) },
    StatementEntry([
      "pinch F [at P] [over TIME] [steps N]": """
      two fingers, side by side and 100 pixels apart at the start; scales the current layer by F, which must be \
      above 0
      """
    ]) { p throws(ScriptError) in try p.parseGesture(.pinch(try p.parseNumber("a factor"))) },
    StatementEntry([
      "twist ANGLE [at P] [over TIME] [steps N]": """
      two fingers, side by side and 100 pixels apart at the start; rotates the current layer by ANGLE, which can \
      be more than a full turn
      """
    ]) { p throws(ScriptError) in try p.parseGesture(.twist(try p.parseAngle())) },
    StatementEntry(["tap P [over TIME]": "one finger, down for 50 ms"]) { p throws(ScriptError) in
      try p.parseGesture(.tap(try p.parsePair()))
    },
    StatementEntry([
      "double-tap P [over TIME]": "two taps of 50 ms, 50 ms apart, or `tap.min-gap` if that is longer"
    ]) { p throws(ScriptError) in try p.parseGesture(.doubleTap(try p.parsePair())) },
    StatementEntry([
      "long-press P [for TIME] [over TIME]":
        "one finger, held for TIME; by default 100 ms longer than `long-press.duration`"
    ]) { p throws(ScriptError) in try p.parseLongPress() },
    StatementEntry([
      "swipe left|right|up|down [from P] [over TIME] [steps N]": """
      one finger, which travels two times `swipe.min-distance`, by default from the current layer's center
      """
    ]) { p throws(ScriptError) in try p.parseSwipe() },
    StatementEntry([
      "drag P to P [to P]... [over TIME] [steps N]":
        "one finger, along straight lines at constant speed, with a move event at every corner"
    ]) { p throws(ScriptError) in try p.parseDrag() },
    StatementEntry([
      "two-finger P P to P P [over TIME] [steps N]":
        "two fingers: the start points of both, then the end points of both"
    ]) { p throws(ScriptError) in try p.parseTwoFinger() },
  ]

  static let touches: [StatementEntry] = [
    StatementEntry([
      "touch ID down|move P @T|+T": "finger ID goes down at P, or moves there. ID is an integer from 0",
      "touch ID up|cancel [P] @T|+T":
        "the finger goes up, or its touch is canceled. Without P, the finger keeps its last position",
    ]) { p throws(ScriptError) in .gesture(try p.parseTouch()) },
    StatementEntry(["wait TIME": "lets time pass: timers fire, and layers move on"]) {
      p throws(ScriptError) in .gesture(.wait(try p.parseTime()))
    },
  ]
}
