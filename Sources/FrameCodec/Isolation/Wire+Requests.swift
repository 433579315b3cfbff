import FrameImage

extension Limits: WireValue {
  private static var numbers: [WritableKeyPath<Limits, Int>] {
    [
      \.pixels, \.memory, \.side, \.layers, \.statements, \.touches, \.fingers, \.scriptBytes, \.fontBytes,
      \.nesting, \.frames, \.stringBytes, \.nameBytes,
    ]
  }

  func write(to wire: inout WireWriter) {
    for number in Self.numbers { wire.put(self[keyPath: number]) }
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init()
    for number in Self.numbers { self[keyPath: number] = try wire.take() }
  }
}

extension Animation: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(frames)
    wire.put(loopCount)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(frames: try wire.take(), loopCount: try wire.take())
  }
}

extension DecodeRequest: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(reduction)
    wire.put(onDamage)
    wire.put(limits)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(reduction: try wire.take(), onDamage: try wire.take(), limits: try wire.take())
  }
}

extension EncodeRequest: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(size)
    wire.put(pixels)
    wire.put(metadata)
    wire.put(quality)
    wire.put(limits)
    wire.put(animation)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(
      size: try wire.take(), pixels: try wire.take(), metadata: try wire.take(), quality: try wire.take())
    limits = try wire.take()
    animation = try wire.take()
  }
}

extension LosslessTransform: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(kind)
    wire.put(orientation)
    wire.put(source)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(try wire.take(), try wire.take(), source: try wire.take())
  }
}

extension TransformRequest: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(move)
    wire.put(onDamage)
    wire.put(limits)
    wire.put(metadata)
    wire.put(keepsUnknown)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(
      try wire.take(), onDamage: try wire.take(), limits: try wire.take(), metadata: try wire.take(),
      keepsUnknown: try wire.take())
  }
}
