/// How what is drawn mixes with what lies below: the separable modes of "Compositing and Blending Level 1"
/// (W3C), part 10.1, by their names there.
public enum BlendMode: String, ScriptWord {
  case normal, multiply, screen, overlay, darken, lighten
  case colourDodge = "color-dodge"
  case colourBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case difference, exclusion

  public static let meaning = "blend mode"
}
