import FrameGesture

extension TouchProblem {
  var message: Message {
    switch self {
    case .notDown(let id):
      Message("touch \(id) is not down", hint: "write 'touch \(id) down X,Y @TIME' first")
    case .alreadyDown(let id):
      Message("touch \(id) is already down", hint: "give each finger its own number")
    case .twice(let id):
      Message("touch \(id) has two events at the same time", hint: "give the events different times")
    case .timeGoesBack(let from, let to):
      Message(
        "time goes backwards: \(Message.seconds(to)) is before \(Message.seconds(from))",
        hint: "@TIME counts from the end of the previous gesture, +TIME from the previous touch")
    case .notFinite: Message("the position or time of a touch is not a finite number")
    }
  }
}
