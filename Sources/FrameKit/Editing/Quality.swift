/// How much an output in a lossy format may lose.
public enum Quality: Hashable, Sendable {
  /// 1...100.
  case level(Int)
  /// As much as the leading image: its quantizers and sampling, where it has the output's format.
  case keep
}
