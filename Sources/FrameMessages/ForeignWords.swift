import FrameCodec
import FrameScript

/// Words of other tools and languages, and what this language has in their place.
///
/// The tables are data: a word that becomes part of the language only loses its entry here.
package enum ForeignWords {
  /// Returns the hint for a word that the language does not have.
  package static func hint(for word: String, as meaning: WordMeaning) -> String? {
    tables[meaning]?[Spelling.own(word.lowercased())]
  }

  /// Returns the hint for a word whose meaning is not known, such as one that a user looks up in the help: the hint for
  /// a statement, or else that for another part of a script.
  package static func hint(for word: String) -> String? {
    let meanings: [WordMeaning] = [
      .statement, .layerOption, .layerKind, .animationOption, .easing, .function,
    ]
    return meanings.lazy.compactMap { hint(for: word, as: $0) }.first
  }

  /// Returns the effect of our plugins that does what a word says; nil if there is none.
  package static func effect(for word: String, as meaning: WordMeaning) -> KnownEffect? {
    let mayBeEffect = [.statement, .layerOption, .animatedChange].contains(meaning)
    return mayBeEffect ? effects[Spelling.own(word.lowercased())] : nil
  }

  /// Hints by the meaning of a word, and the word.
  static let tables: [WordMeaning: [String: String]] = [
    .statement: statements, .layerOption: options, .layerKind: kinds, .filter: filters, .color: colors,
    .easing: easings, .animationOption: animationOptions, .animatedChange: properties, .function: functions,
  ]

  /// Makes a table of several words for each hint.
  private static func table(_ rows: (words: String, hint: String)...) -> [String: String] {
    var table: [String: String] = [:]
    for row in rows {
      for word in row.words.split(separator: " ") { table[String(word)] = row.hint }
    }
    return table
  }

  private static let rect = "a shape is a layer: 'layer NAME rect X,Y W,H'"
  private static let path = "a shape is a layer: 'layer NAME path \"M 0,0 L 10,0 L 5,9 Z\"'"
  private static let colorEdits =
    "color edits are statements of their own: 'exposure', 'levels', 'saturation' and others"
  private static let grayscale = "write 'grayscale'"
  private static let autoLevels = "'auto-levels' stretches the tones of an image to the full range"
  private static let otherEffects = "plugins have such effects: 'effect NAME'"

  /// The effects of our plugins, by their names and the words of other tools for them.
  private static let effects: [String: KnownEffect] = Dictionary(
    uniqueKeysWithValues: KnownEffect.all.flatMap { effect in
      ([effect.name] + effect.otherNames).map { ($0, effect) }
    })

  private static let effectHints = effects.mapValues { "'\($0.statement)' \($0.purpose)" }

  /// Returns the filter functions of CSS that a statement replaces.
  private static func functions(replacedBy statement: String) -> String {
    CSSFilter.foreign.filter { $0.value == statement }.keys.sorted().joined(separator: " ")
  }

  /// Color edits, blurs and effects of other programs. Here they are statements and options of a layer alike, and
  /// animations change most of them.
  private static let pixelEdits = table(
    // Light and tones
    (
      "brighten brighter lighten lighter",
      "'brightness N' with a factor above 1 makes lighter: 'brightness 1.2'"
    ),
    ("darken darker", "'brightness N' with a factor below 1 makes darker: 'brightness 0.8'"),
    (
      "brightness-contrast",
      "write 'brightness N' and 'contrast N' with factors: 'brightness 1.1; contrast 1.2'"
    ),
    ("dehaze", "'contrast 1.2' or 'levels 10%..100%' makes haze less visible"),
    (
      "normalize normalise equalize equalise auto autolevel autolevels auto-level autocontrast auto-contrast contrast-stretch autotone auto-tone auto-enhance",
      autoLevels
    ),
    ("shadows", "a point of a curve lifts the shadows: 'curve 0,0 0.25,0.35 1,1'"),
    ("highlights", "a point of a curve lowers the highlights: 'curve 0,0 0.75,0.65 1,1'"),
    ("blacks whites black-point white-point", "'levels 5%..95%' sets the black point and the white point"),
    (
      "curves tone-curve tonecurve",
      "write 'curve X,Y X,Y', with samples from 0 to 1: 'curve 0,0 0.3,0.4 1,1'"
    ),
    ("gamma", "'levels 0..1 0..1 GAMMA' makes the middle lighter or darker"),
    // Colors
    (
      "temp warm warmer warmth cool cooler kelvin",
      "write 'temperature N', from -100 (colder) to 100 (warmer): 'temperature 30'"
    ),
    (
      "wb whitebalance white-balance auto-white-balance awb",
      "'temperature N' and 'tint N' change the white balance: 'temperature 30'"
    ),
    (
      "color",
      "'colorize COLOR' tints an image, 'saturation N' changes how strong its colors are, and 'fill COLOR' paints a shape"
    ),
    (
      "\(functions(replacedBy: "saturation")) vibrance",
      "write 'saturation N', with a factor: 'saturation 1.2'"
    ),
    (functions(replacedBy: "hue"), "write 'hue ANGLE'"),
    ("gray monochrome mono bw b&w black-and-white blackandwhite desaturate", grayscale),
    ("negate negative", "write 'invert'"),
    (
      "duotone tint-color color-overlay photo-filter",
      "'colorize COLOR [N]' replaces colors, or a share N of them: 'colorize #704214 50%'"
    ),
    ("modulate", "write 'brightness N', 'saturation N' and 'hue ANGLE'"), ("solarize", colorEdits),
    // Neighborhoods
    ("gaussian gaussian-blur gblur", "write 'blur N', with the standard deviation in pixels"),
    (
      "unsharp unsharp-mask unsharpmask usm clarity",
      "write 'sharpen AMOUNT RADIUS [THRESHOLD]': 'sharpen 0.8 1.5'"
    ),
    ("mosaic pixelize", "write 'pixelate N', with the side of a square in pixels"),
    (
      "redact censor anonymize",
      "'pixelate 20 in rect X,Y W,H' makes a part coarse; only a filled rectangle hides it for sure: 'layer NAME rect X,Y W,H fill black'"
    ),
    ("emboss bloom glow", otherEffects),
    ("drop-shadow box-shadow", "'shadow DX,DY BLUR COLOR' draws a shadow"),
    // Masks
    (
      "feather",
      "'mask linear 0,0 to 0,100 none black' fades an edge; for a soft shape, 'blur' a hidden layer, and write 'mask NAME'"
    ),
    ("fade", "'opacity N' fades a layer, and 'mask linear 0,0 to 0,100% black none' one side of it"),
    (
      "cutout cut-out",
      "'mask NAME' shows a layer only where the layer NAME is opaque, and 'clip' cuts along a shape"
    )
  ).merging(effectHints) { hint, _ in hint }

  private static let statements = pixelEdits.merging(otherStatements) { edit, _ in edit }

  private static let otherStatements = table(
    // Sizes and frames
    (
      "resize resample scale-to shrink",
      "the canvas sets the size: 'canvas 50%,50%' or 'canvas inside W,H'"
    ),
    (
      "thumbnail object-fit",
      "the canvas sets the size: 'canvas inside W,H', or 'canvas cover W,H' and 'focus attention' to fill it"
    ),
    ("object-position", "'focus X,Y' or 'focus attention' says what stays in view"),
    ("fuzz tolerance", "a tolerance follows '~': 'trim ~10%'"),
    (
      "size width height",
      "'canvas W,H' sets the size of the canvas, and 'size W,H' that of a layer in its declaration"
    ),
    ("extent page viewport viewbox artboard", "'canvas W,H' sets the size of the output"),
    ("border-radius rounded round-corners roundrect radius", "'corner-radius R' rounds the canvas"),
    ("auto-orient autoorient", "the EXIF orientation of an image is always applied"),
    ("padding margin", "'canvas W,H' sets the size, and 'at X,Y' in a layer's declaration the place in it"),
    ("gravity", "'at X,Y' with percentages places a layer, and 'align' a text"),
    // Transforms
    ("flop mirror hflip fliph flip-horizontal flip-x", "'scale -1,1' mirrors left to right"),
    ("flip", "'scale 1,-1' mirrors top to bottom, and 'scale -1,1' left to right"),
    ("vflip flipv flip-vertical flip-y", "'scale 1,-1' mirrors top to bottom"),
    ("transpose", "'rotate 90deg' and 'scale -1,1' transpose"),
    ("rotation angle rotate-right", "'rotate ANGLE' turns clockwise: 'rotate 90deg'"),
    ("rotate-left", "'rotate -90deg' turns counterclockwise"),
    ("deskew level", "'straighten ANGLE' turns and fills the canvas"),
    ("position pos x y left top", "'at X,Y' places a layer in its declaration, and 'move V' moves it later"),
    // Looks
    ("alpha transparency", "'opacity N' changes the opacity"),
    ("outline", "'stroke COLOR WIDTH' draws an outline, and 'border WIDTH COLOR' one of the canvas"),
    ("bg background-color backdrop", "'background PAINT' is behind all layers"),
    ("blend-mode mix-blend-mode", "'blend MODE' changes the blend mode"),
    // Layers
    ("rectangle square box roundrectangle rounded-rect", rect),
    ("circle oval", "a shape is a layer: 'layer NAME ellipse X,Y W,H', with the corner of its box"),
    ("polygon polyline triangle star bezier", path),
    ("annotate label caption write title", "a text is a layer: 'layer NAME text \"TEXT\" at X,Y'"),
    (
      "composite overlay watermark paste draw picture photo img insert",
      "an image is a layer: 'layer NAME image \"FILE\" at X,Y'"
    ),
    ("add new create", "'layer NAME ...' adds a layer"),
    ("delete remove rm hidden invisible", "'hide' hides the current layer"),
    ("visible", "'show' shows the current layer"),
    ("z-index zindex order raise lower bring send", "later layers are drawn over earlier ones"),
    ("delay pause sleep", "'wait TIME' lets time pass"),
    (
      "transition keyframe keyframes tween animation",
      "'animate NAME CHANGE to B over TIME' changes a layer over time"
    ),
    ("revert", "write 'undo'"),
    // Files
    (
      "strip quality format output export",
      "scripts edit images; formats and files are chosen where they are applied"
    ),
    ("load read input", "an image is a layer: 'layer NAME image \"FILE\"'"),
    ("import use using", "'include \"FILE\"' inserts a script"),
    // Control flow
    ("for foreach while until loop do times", "loops are 'repeat N as i { }'"),
    ("function func def fn sub proc macro", "'define NAME ARG... { }' defines a statement"),
    ("var const local int float set-var", "'let NAME = VALUE' sets a variable"),
    ("elif elsif elseif", "write 'else if'"),
    ("then endif end fi done begin", "blocks stand in braces: { }"),
    ("switch case match when unless", "choose with 'if EXPR { } else if EXPR { } else { }'"),
    ("break continue exit", "loops and definitions run to their end; choose with 'if'"),
    ("print echo puts printf log console", "'say \"TEXT\"' prints text"),
    ("assert check", "'expect VALUE VALUE' compares values")
  )

  private static let options = pixelEdits.merging(otherOptions) { edit, _ in edit }

  private static let otherOptions = table(
    (
      "radius border-radius corner-radius rx rounded round",
      "'radius R' follows the size of a rectangle: 'rect X,Y W,H radius R'"
    ),
    (
      "border outline stroke-width line-width linewidth stroke-color stroke-linecap",
      "'stroke COLOR WIDTH' draws an outline"
    ),
    ("background background-color", "'fill PAINT' paints a shape"),
    ("x y left top pos position", "'at X,Y' sets the place"),
    (
      "gravity right bottom",
      "'at (100%-20),(100%-20) align right bottom' places an image with margins of 20 pixels"
    ),
    ("height w h", "'size W,H' sets the size"),
    ("font-family typeface", "'font \"FILE\"' takes a font file"),
    ("font-weight bold", "'weight 700' is bold"),
    ("italic oblique font-style", "fonts are files: 'font \"FILE\"' with an italic font"),
    ("text-align valign justify halign", "'align center middle' aligns a text"),
    ("letter-spacing tracking kerning", "the letters of a text have the distances of its font"),
    ("leading linespacing", "'line-height N' is a multiple of the font size"),
    ("rotation angle", "'rotate ANGLE' is a statement: write it on a line of its own, or after ';'"),
    ("text-shadow", "'shadow DX,DY BLUR COLOR' draws a shadow"),
    ("blend-mode mix-blend-mode", "'blend MODE' sets the blend mode"),
    ("alpha transparency", "'opacity N' sets the opacity"),
    ("visible display invisible", "'hidden' hides a layer"),
    ("clip-path", "'clip rect ...', 'clip ellipse ...' and 'clip path ...' clip a layer"),
    ("z-index zindex order", "later layers are drawn over earlier ones"),
    ("gradient linear radial", "'fill linear 0,0 to 100%,0 red blue' paints a gradient"),
    ("object-fit content-mode", "'mode MODE' sets how an image fills its box")
  )

  private static let kinds = table(
    ("circle oval", "an 'ellipse X,Y W,H' with equal sides is a circle; X,Y is the corner of its box"),
    ("rectangle square box roundrect", "write 'rect X,Y W,H'"),
    ("polygon polyline triangle star bezier curve", "write 'path \"M 0,0 L 10,0 L 5,9 Z\"'"),
    ("picture photo img pic bitmap", "write 'image \"FILE\"'"),
    ("svg", "'path \"DATA\"' draws the data of an SVG path"),
    ("label string caption", "write 'text \"TEXT\" at X,Y'"),
    ("gradient linear radial", "write 'rect 0,0 100%,100% fill linear 0,0 to 100%,0 red blue'"),
    ("solid color fill background", "write 'rect 0,0 100%,100% fill COLOR'"),
    ("group", "write 'group NAME { }'")
  )

  private static let filters: [String: String] = {
    let words = pixelEdits.keys
    let hint = "'filter' sets how images are resampled; color edits and effects are statements of their own"
    var table = Dictionary(uniqueKeysWithValues: words.map { ($0, hint) })
    for word in ["triangle", "bilinear"] { table[word] = "write 'linear'" }
    for word in ["box", "point", "neighbor", "none"] { table[word] = "write 'nearest'" }
    for word in ["catrom", "bicubic", "catmull-rom"] { table[word] = "write 'cubic', which is Catmull-Rom" }
    return table
  }()

  private static let colors = table(
    ("solid dashed dotted", "strokes and borders are solid, and 'dash' divides a stroke: leave the word out"),
    ("currentcolor inherit initial auto", "write the color itself")
  )

  private static let easings = table(
    ("ease ease-in-out easeinout inout", "write 'in-out'"), ("ease-in easein", "write 'in'"),
    ("ease-out easeout", "write 'out'"),
    (
      "cubic-bezier bounce elastic spring back step-start step-end steps",
      "an easing is a name, or the two control points of a curve: 'ease 0.42,0 0.58,1'"
    )
  )

  private static let animationOptions = table(
    ("delay at start begin wait", "write 'after TIME'"), ("duration for in during time", "write 'over TIME'"),
    ("ease-in-out easing timing curve", "write 'ease in-out'"), ("ease-in", "write 'ease in'"),
    ("ease-out", "write 'ease out'"), ("linear", "write 'ease linear'"),
    ("loop infinite forever times count iterations", "write 'repeat N' or 'repeat forever'"),
    ("alternate yoyo reverse autoreverse", "a second 'animate' changes the layer back")
  )

  private static let properties = pixelEdits.merging(otherProperties) { _, property in property }

  private static let otherProperties = table(
    ("x y left top at pos position", "'move V' changes the place"),
    ("size width height zoom", "'scale F' changes the size"),
    ("rotation angle spin", "'rotate ANGLE' turns the layer"),
    ("color background", "'fill COLOR' changes the color"),
    ("alpha", "'opacity N' changes the opacity"),
    ("to from over", "the layer's name comes first: 'animate NAME opacity to 0'")
  )

  private static let functions = table(
    ("pow power", "write the product: $x*$x"), ("rand rnd", "'random(LOW,HIGH)' is a whole number"),
    ("len length size", "'count(LIST)' is the number of its items"), ("ceiling", "write 'ceil'"),
    ("int integer fix truncate", "write 'trunc'"), ("fabs", "write 'abs'"),
    ("asin acos atan", "'atan2(Y,X)' is the angle of a vector, in radians"),
    ("log ln exp", "there are no logarithms; 'sqrt' and 'hypot' are the roots")
  )
}
