import FrameGeometry
import FrameImage

extension LimitExceeded {
  package var message: Message {
    switch kind {
    case .pixels:
      Message("\(needed) pixels exceed the limit of \(allowed)", .raise(.pixels, to: needed))
    case .work:
      Message(
        "decoding handles \(Self.count(needed)) pixels in total, which exceeds the limit of \(allowed)",
        hint: "use fewer frames", .raise(.pixels, to: Limits.pixels(forWork: needed)))
    case .memory:
      Message(
        "\(Self.bytes(needed)) of memory exceeds the limit of \(Self.bytes(allowed))",
        .raise(.memory, to: needed))
    case .scriptMemory:
      Message("the script needs more than \(Self.bytes(allowed)) of memory", .raise(.memory, to: nil))
    case .side:
      Message(
        "a side of \(Self.count(needed)) pixels exceeds the limit of \(allowed)",
        hint: "this limit cannot be raised")
    case .layers: Message("the scene has more than \(allowed) layers")
    case .statements:
      Message("the script runs more than \(allowed) statements", hint: "check the counts of 'repeat'")
    case .touches:
      Message(
        "more than \(allowed) touch events",
        hint: "give gestures fewer steps, or repeat them less often")
    case .fingers:
      Message("more than \(allowed) fingers are down", hint: "lift fingers with 'touch ID up'")
    case .frames:
      Message(
        "the edit has more than \(allowed) frames", hint: "use a lower frame rate", .raise(.frames, to: nil))
    case .scriptBytes: Message("the script and its includes are larger than \(Self.bytes(allowed))")
    case .logBytes:
      Message(
        "the recorded touches are larger than \(Self.bytes(allowed))",
        hint: "record for a shorter time, or split the log")
    case .nesting: Message("nested more than \(allowed) levels deep")
    case .stringBytes:
      Message("the text is longer than \(Self.bytes(allowed))", hint: "check whether a 'repeat' doubles it")
    case .reportBytes:
      Message(
        "the script's messages take \(Self.bytes(needed)), which exceeds the limit of \(Self.bytes(allowed))",
        .raise(.memory, to: needed.times(Limits.reportsInMemory)))
    case .nameBytes: Message("the name is longer than \(Self.bytes(allowed))")
    case .recursion: Message("this refers to itself: recursion is not supported")
    case .fontBytes:
      Message("a font of \(Self.bytes(needed)) exceeds the limit of \(Self.bytes(allowed))")
    case .blur:
      Message(
        "a blur of \(Self.count(needed)) pixels exceeds the limit of \(allowed)",
        hint: "this limit cannot be raised")
    case .radius:
      Message(
        "a radius or side of \(Self.count(needed)) pixels exceeds the limit of \(allowed)",
        hint: "this limit cannot be raised")
    case .reach:
      Message(
        "an effect's reach of \(Self.count(needed)) pixels exceeds the limit of \(allowed)",
        hint: "this limit cannot be raised: use smaller lengths")
    case .enlargement:
      Message(
        "an enlargement by \(Self.count(needed)) in perspective exceeds the limit of \(allowed)",
        hint: "this limit cannot be raised: move the corners apart")
    case .parts(let name): Message("more than \(allowed) \(name)")
    case .cancelled: Message("the time limit is exceeded", .raise(.time, to: nil))
    case .systemMemory: Message("out of memory", .use(.oneThread))
    case .outputBytes:
      Message(
        "the output has \(needed) bytes at the lowest quality, more than \(allowed)",
        hint: "scale the output down, or drop metadata")
    case .metadata: Message("the metadata is larger than \(Self.bytes(allowed))")
    }
  }

  /// Returns a number of bytes with its unit, as in "1.5 MiB".
  package static func bytes(_ count: Int) -> String {
    let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    guard let (unit, size) = units.first(where: { count >= $0.1 }) else { return "\(count) bytes" }
    return (Double(count) / Double(size)).fixed(count % size == 0 ? 0 : 1) + " " + unit
  }

  /// Returns a count as text. Counts are clipped before they are compared, so very large ones have no exact value.
  private static func count(_ value: Int) -> String {
    value >= 1_000_000_000_000_000 ? "very many" : "\(value)"
  }
}
