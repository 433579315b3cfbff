import FrameGeometry
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

extension InputLogProblem {
  var message: Message {
    switch self {
    case .noRanges:
      Message(
        "the log does not have the ranges of the touchscreen's axes",
        hint:
          "put the output of 'getevent -lp' before it, or write 'include \"LOG\" screen 1080,2400 range 0..4095,0..4095'"
      )
    case .outside(let axis, let value, let least, let greatest):
      Message(
        "the \(axis) of a touch is \(value.trimmed(3)), but its axis has numbers from \(least.trimmed(3)) to \(greatest.trimmed(3))",
        hint: "check whether the ranges are swapped: 'include \"LOG\" range X0..X1,Y0..Y1' states them")
    case .begun:
      Message(
        "the log begins in the middle of a touch",
        hint: "lift all fingers before recording, or delete the lines before the next ABS_MT_TRACKING_ID")
    case .timeGoesBack(let from, let to):
      Message(
        "the time goes back from \(from.trimmed(6)) to \(to.trimmed(6)) seconds",
        hint: "the clock was set, or two recordings are in one file: write them to two")
    case .timeJumps(let seconds):
      Message(
        "the time jumps forward by \(seconds.trimmed(3)) seconds while a finger is down",
        hint: "the clock was set, or lines are missing: record again")
    case .devices(let first, let second):
      Message(
        "the log has touches of two devices, \(first.isEmpty ? "one without a path" : first) and \(second)",
        hint: "record one: 'getevent -lt \(second)'")
    case .dropped:
      Message("the kernel has lost events here", hint: "record again, with less to do for the device")
    case .line(let text): Message("this is no line of a log of input events: \(text.printable)")
    }
  }
}
