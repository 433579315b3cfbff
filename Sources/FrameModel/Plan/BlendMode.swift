/// The modes of mixing a layer with what is below: the separable modes of "Compositing and Blending Level 1" (W3C),
/// part 10.1, by their names there.
public enum BlendMode: String, ScriptKeyword {
  case normal, multiply, screen, overlay, darken, lighten
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case difference, exclusion

  public static let meaning = "blend mode"
}
