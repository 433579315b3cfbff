import FrameModel

extension LimitExceeded {
  public var message: Message {
    switch kind {
    case .pixels:
      Message(
        "\(needed) pixels are more than the limit of \(allowed)", note: "raise it with --max-pixels \(needed)"
      )
    case .work:
      Message(
        "decoding takes \(Self.count(needed)) pixels in all, more than the limit of \(allowed)",
        note: "raise it with --max-pixels \(Limits.pixels(forWork: needed)); fewer frames take less")
    case .memory:
      Message(
        "\(Self.bytes(needed)) of memory are more than the limit of \(Self.bytes(allowed))",
        note: "raise it with --max-memory \(needed)")
    case .scriptMemory:
      Message(
        "the script takes more than \(Self.bytes(allowed)) of memory", note: "raise it with --max-memory")
    case .side:
      Message(
        "a side of \(Self.count(needed)) pixels is more than the limit of \(allowed)",
        note: "this limit cannot be raised")
    case .layers: Message("more than \(allowed) layers")
    case .statements:
      Message("more than \(allowed) statements were run", note: "does a 'repeat' count too far?")
    case .touches:
      Message(
        "more than \(allowed) touch events", note: "give the gesture fewer steps, or a 'repeat' fewer turns")
    case .fingers:
      Message("more than \(allowed) fingers are down", note: "a finger that has done its work goes up")
    case .frames:
      Message(
        "the edit has more frames than the limit of \(allowed)",
        note: "raise it with --max-frames, or ask for fewer in a second")
    case .scriptBytes: Message("the script has more than \(Self.bytes(allowed)) with what it includes")
    case .nesting: Message("nested more than \(allowed) deep")
    case .stringBytes:
      Message("a text of more than \(Self.bytes(allowed))", note: "does a 'repeat' double it?")
    case .reportBytes:
      Message(
        "what the script says takes \(Self.bytes(needed)), more than the limit of \(Self.bytes(allowed))",
        note: "raise it with --max-memory \(needed.times(Limits.reportsInMemory))")
    case .nameBytes: Message("a name of more than \(Self.bytes(allowed))")
    case .recursion: Message("this leads back to itself: there is no recursion")
    case .fontBytes:
      Message("a font of \(Self.bytes(needed)) is more than the limit of \(Self.bytes(allowed))")
    case .blur:
      Message(
        "a blur of \(Self.count(needed)) pixels is more than the limit of \(allowed)",
        note: "this limit cannot be raised")
    case .parts(let name): Message("more than \(allowed) \(name)")
    case .cancelled:
      Message("the time limit is exceeded", note: "raise it with --max-time, or leave that out")
    case .metadata: Message("more than \(Self.bytes(allowed)) of metadata")
    }
  }

  /// A number of bytes as messages say it.
  package static func bytes(_ count: Int) -> String {
    let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    guard let (unit, size) = units.first(where: { count >= $0.1 }) else { return "\(count) bytes" }
    return (Double(count) / Double(size)).fixed(count % size == 0 ? 0 : 1) + " " + unit
  }

  /// Counts are clipped before they are compared; a clipped one says no more than "very many".
  private static func count(_ value: Int) -> String {
    value >= 1_000_000_000_000_000 ? "very many" : "\(value)"
  }
}
