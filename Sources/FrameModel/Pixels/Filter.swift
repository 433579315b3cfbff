/// The resampling kernels. Cubic is Catmull-Rom (Keys' family with B = 0, C = 1/2), Mitchell has
/// B = C = 1/3 (Mitchell and Netravali, "Reconstruction filters in computer graphics", 1988).
public enum Filter: String, ScriptKeyword {
  case nearest, linear, cubic, mitchell, lanczos3
  public static let meaning = "filter"

  /// Half the width of the kernel in source pixels, where nothing is shrunk.
  public var support: Double {
    switch self {
    case .nearest: 0.5
    case .linear: 1
    case .cubic, .mitchell: 2
    case .lanczos3: 3
    }
  }
}

/// In which light pixels are weighed and laid over each other.
public enum BlendingSpace: String, ScriptKeyword {
  /// Proportional to light: sRGB's curve is undone first.
  case linear
  /// As encoded.
  case srgb
  public static let meaning = "light"
}
