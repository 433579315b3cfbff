import FrameScene
import FrameScript

extension DriverLogProblem {
  var message: Message {
    switch self {
    case .noActions:
      Message(
        "the log has no W3C actions",
        hint: "record it at Appium's log level 'debug', or at WebdriverIO's level 'info'")
    case .truncated:
      Message(
        "the server has written only the start of these actions",
        hint: "record it at Appium's log level 'debug': its drivers write them in full")
    case .abridged:
      Message(
        "the client has left out values of these actions",
        hint:
          "put this line into wdio.conf: 'Object.assign(util.inspect.defaultOptions, { depth: null, maxArrayLength: null })'"
      )
    case .sessions(let first, let second):
      Message(
        "session '\(second)' acts again after session '\(first)' has begun",
        hint: "two devices were tested at once: record each in a log of its own")
    case .unfinished:
      Message(
        "another line begins, or the log ends, before the value that begins here",
        hint: "the log is cut, or two programs have written to it at once")
    }
  }
}
