import FrameModel

extension PathDataError {
  /// Says the place by what comes before it: strings with variables in them are nowhere in the script as they are.
  func message(in data: String) -> Message {
    let bytes = Array(data.utf8)
    let before = String(decoding: bytes.prefix(offset), as: UTF8.self)
    let rest = String(decoding: bytes.dropFirst(offset), as: UTF8.self)
    let found = rest.first.map { "'\($0)'" } ?? "the end"
    let what: String
    switch kind {
    case .expectedNumber: what = "expected a number, found \(found)"
    case .expectedFlag: what = "expected a flag of an arc, 0 or 1, found \(found)"
    case .expectedCommand: what = "expected a command, found \(found)"
    case .expectedMoveTo: what = "path data begins with M or m, not with \(found)"
    case .notFinite: what = "a number or a place too large"
    case .tooManyElements(let allowed): what = "more than \(allowed) lines and curves"
    }
    guard !before.isEmpty else { return Message("path data: \(what)", note: note) }
    let shown = 24
    let excerpt = before.count > shown ? "..." + before.suffix(shown) : before
    return Message("path data, character \(before.count + 1): \(what), after '\(excerpt)'", note: note)
  }

  private var note: String? {
    switch kind {
    case .expectedCommand: "the commands are: M L H V C S Q T A Z, in lower case for relative places"
    case .expectedFlag: "an arc is: A rx ry angle large-flag sweep-flag x y"
    case .expectedNumber, .expectedMoveTo, .notFinite, .tooManyElements: nil
    }
  }
}

extension DashError {
  var message: Message {
    switch self {
    case .negative: Message("a dash cannot be shorter than nothing")
    case .notFinite: Message("a dash or its offset is too large")
    case .tooMany(let allowed):
      Message("the dashes are so short that there would be more than \(allowed)", note: "make them longer")
    }
  }
}
