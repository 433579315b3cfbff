import FrameGeometry
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

extension DashError {
  var message: Message {
    switch self {
    case .negative: Message("a dash cannot be negative")
    case .notFinite: Message("a dash or its offset is too large")
    case .tooMany(let allowed):
      Message("the dashes are too short: the path would have more than \(allowed)", hint: "use longer dashes")
    }
  }
}
