extension AffineTransform {
  /// One of the eight maps that only permute pixels, quarter turns with or without a reflection, and an offset in
  /// whole pixels.
  public struct RightAngleForm: Hashable, Sendable {
    /// The turn, as the EXIF orientation whose pixels are shown this way.
    public var orientation: Orientation
    public var dx: Int
    public var dy: Int

    public init(orientation: Orientation, dx: Int, dy: Int) {
      self.orientation = orientation
      self.dx = dx
      self.dy = dy
    }
  }

  /// How much the linear part may differ from a right-angle form.
  public static let linearTolerance = 1e-9
  /// How much an offset in pixels may differ from an integer.
  public static let offsetTolerance = 1e-6

  /// This transform, replaced by the right-angle form with whole offsets that it is within tolerance of, if there is
  /// one.
  public var snapped: AffineTransform {
    guard let turned = snappedLinear else { return self }
    let wholeX = tx.rounded()
    let wholeY = ty.rounded()
    guard abs(tx - wholeX) <= Self.offsetTolerance, abs(ty - wholeY) <= Self.offsetTolerance else {
      return self
    }
    var exact = turned
    exact.tx = wholeX
    exact.ty = wholeY
    return exact
  }

  /// The right-angle form of this transform, or nil. Offsets are those of the matrix: an image of w pixels mirrored
  /// onto itself has `dx == w`.
  public var rightAngleForm: RightAngleForm? {
    let t = snapped
    guard abs(t.tx) < 1e9, abs(t.ty) < 1e9, t.tx == t.tx.rounded(), t.ty == t.ty.rounded() else {
      return nil
    }
    guard let orientation = Orientation.allCases.first(where: { $0.linear == t.linear }) else {
      return nil
    }
    return RightAngleForm(orientation: orientation, dx: Int(t.tx), dy: Int(t.ty))
  }

  private var snappedLinear: AffineTransform? {
    Orientation.allCases.lazy.map(\.linear).first { form in
      abs(a - form.a) <= Self.linearTolerance && abs(b - form.b) <= Self.linearTolerance
        && abs(c - form.c) <= Self.linearTolerance && abs(d - form.d) <= Self.linearTolerance
    }
  }
}
