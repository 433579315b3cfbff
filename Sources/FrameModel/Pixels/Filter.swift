/// The resampling filters. Cubic is Catmull-Rom (Keys' family with B = 0, C = 1/2), Mitchell has B = C = 1/3
/// (Mitchell and Netravali, "Reconstruction filters in computer graphics", 1988).
public enum Filter: String, ScriptKeyword {
  case nearest, linear, cubic, mitchell, lanczos3
  public static let meaning = "filter"

  /// Half the width of the kernel in source pixels, without shrinking.
  public var support: Double {
    switch self {
    case .nearest: 0.5
    case .linear: 1
    case .cubic, .mitchell: 2
    case .lanczos3: 3
    }
  }
}

/// The encoding in which pixels are resampled and blended.
public enum BlendingSpace: String, ScriptKeyword {
  /// Linear light: the transfer function is undone first.
  case linear
  /// Encoded samples.
  case srgb
  public static let meaning = "light"
}
