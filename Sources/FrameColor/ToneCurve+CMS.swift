import CLittleCMS
import FrameModel

extension ColorProfile {
  /// How light follows from its samples; nil where that is no matter of one curve (tables for all channels
  /// together), or of one that cannot be undone.
  ///
  /// Of colors it is green's, which makes up most of what is seen as light; in nearly all profiles the three are one.
  public var toneCurve: ToneCurve? {
    let tag = space == .gray ? cmsSigGrayTRCTag : cmsSigGreenTRCTag
    guard space != .cmyk, let found = cmsReadTag(handle, tag) else { return nil }
    let curve = ToneCurve(OpaquePointer(found))
    guard let curve, curve.rises else { return nil }
    return curve.isSRGB ? .sRGB : curve
  }
}

extension ToneCurve {
  /// Formulas are taken by their numbers, so that light is worked out by us and the same everywhere.
  fileprivate init?(_ curve: OpaquePointer) {
    let type = cmsGetToneCurveParametricType(curve)
    if type == 0 {
      let count = Int(cmsGetToneCurveEstimatedTableEntries(curve))
      guard count >= 2, let entries = cmsGetToneCurveEstimatedTable(curve) else { return nil }
      self = .table(Array(UnsafeBufferPointer(start: entries, count: count)))
      return
    }
    guard let numbers = cmsGetToneCurveParams(curve) else { return nil }
    self = .formula(Formula(type: Int(type), numbers))
    guard (1...5).contains(type) else { return nil }
  }

  /// As Little CMS has it; who calls frees it.
  var cms: OpaquePointer? {
    switch self {
    case .sRGB: cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    case .formula(let f): cmsBuildParametricToneCurve(nil, 5, [f.exponent, f.a, f.b, f.c, f.d, f.e, f.f])
    case .table(let samples): cmsBuildTabulatedToneCurve16(nil, UInt32(samples.count), samples)
    }
  }
}

extension ToneCurve.Formula {
  /// Little CMS's types 1 to 5, which are ICC's function types 0 to 4 (ICC.1:2022, table 68).
  fileprivate init(type: Int, _ numbers: UnsafePointer<Double>) {
    self.init(exponent: numbers[0])
    if type > 1 { (a, b) = (numbers[1], numbers[2]) }
    switch type {
    case 2: d = -b / a
    case 3: (d, e, f) = (-b / a, numbers[3], numbers[3])
    case 4: (c, d) = (numbers[3], numbers[4])
    case 5: (c, d, e, f) = (numbers[3], numbers[4], numbers[5], numbers[6])
    default: break
    }
  }
}
