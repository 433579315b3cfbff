import FrameCodec
import FrameImage
import FrameScene

extension EffectFailure {
  package var message: Message {
    let subject = "the effect '\(effect)' of the plugin \(plugin.printable)"
    switch reason {
    case .crashed(let how):
      return Message("\(subject) crashed: \(how)", hint: "update the plugin, or edit without this effect")
    case .timedOut(let limit):
      return Message(
        "\(subject) \(limit.text)",
        hint: "use a smaller radius or output, update the plugin, or edit without this effect")
    case .brokenPlugin(_, let detail):
      return Message(
        "\(subject) violates the plugin interface: \(detail.printable)",
        hint: "update the plugin, or edit without this effect")
    case .damaged(let detail), .truncated(let detail), .unsupported(let detail):
      return Message("\(subject) failed: \(detail.printable)", hint: "try other values for its parameters")
    case .memoryPassed(let detail, let allowed):
      return Message(
        "\(subject) needs more memory than the limit of \(LimitExceeded.bytes(allowed)) allows: \(detail.printable)"
      )
    case .limitPassed(let detail):
      return Message("\(subject) failed: a limit is exceeded: \(detail.printable)")
    // Their messages name the plugin, or a limit of ours.
    default: return reason.message
    }
  }
}
