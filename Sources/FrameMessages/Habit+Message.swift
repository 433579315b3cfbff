import FrameScene
import FrameScript

extension Habit {
  package var message: Message {
    switch self {
    // Values
    case .bareCalculation(_, let units) where units.count > 1:
      Message(
        "a calculation stands in parentheses",
        hint: "convert its numbers to one unit, which stands after the parentheses: (A+B)\(units[0])")
    case .bareCalculation(let text, let units):
      Message(
        "a calculation stands in parentheses",
        hint: "write (\(text))\(units.first ?? "")")
    case .changeOfFactor(let word, let factor):
      Message("'\(word)' takes a factor, where 1 changes nothing", hint: "write '\(word) \(factor)'")
    case .bareName("true"), .bareName("false"):
      Message("there are no truth values", hint: "1 is true and 0 is false")
    case .bareName(let name):
      Message("'\(name)' is not a value", hint: "a variable is written $\(name), and a text \"\(name)\"")
    case .bareFunction(let name):
      Message(
        "'\(name)' is a function", hint: "write its values in parentheses, without a blank: \(name)(...)")
    case .namedValue(let name):
      Message("'\(name)=' is not a value", hint: "write the values alone, in the order of the definition")
    case .foreignOperator(let written, let own):
      Message("'\(written)' is not an operator", hint: "write '\(own)'")
    case .geometry(let width, let height, let offset) where offset.isEmpty:
      Message("the numbers of a pair have a comma between them", hint: "write \(width),\(height)")
    case .geometry(let width, let height, let offset):
      Message(
        "a place and a size are two pairs",
        hint: "write \(offset.joined(separator: ",")) \(width),\(height)")
    case .unquotedFile(let file): Message("file names are quoted", hint: "write \"\(file)\"")
    case .unquotedText(let text): Message("strings are quoted", hint: "write \"\(text)\"")
    case .formulaInBraces(let formula) where formula.contains("("):
      Message(
        "a calculation stands in parentheses",
        hint: "write ${(...)}, with $ before the names of variables in it")
    case .formulaInBraces(let formula):
      Message("a calculation stands in parentheses", hint: "write ${(\(formula.calculated))}")

    // Statements
    case .foreignComment(let sign):
      Message("'\(sign)' does not begin a comment", hint: "comments begin with '#'")
    case .assignmentWithoutLet(let name, let value):
      Message("'let' sets a variable", hint: "write 'let \(name) = \(value)'")
    case .separatorAfterWord(let word, let separator, let rest):
      Message(
        "a statement has no '\(separator)' after its first word",
        hint: "write '\(word)\(rest.isEmpty ? "" : " ")\(rest)'")
    case .strayComma:
      Message(
        "unexpected ','", hint: "commas join the two numbers of a pair; blanks separate everything else")
    case .strayParenthesis: Message("')' without its '('")

    // Layers
    case .layerWithoutKind:
      Message(
        "the kind of a layer follows its name",
        hint: "write 'image' before the name of a file, or 'text' before a text")
    case .kindAsStatement(let kind): Message("unknown statement '\(kind)'", hint: Self.layerHint(of: kind))
    case .optionAsStatement(let option):
      Message(
        "'\(option)' is an option of a layer, not a statement",
        hint: ForeignWords.hint(for: option, as: .statement)
          ?? "write it in the line that declares the layer: 'layer NAME ... \(option) ...'")
    case .statementAsOption(let word):
      Message(
        "'\(word)' is a statement, not an option of a layer",
        hint: ForeignWords.hint(for: word, as: .layerOption)
          ?? "write it on a line of its own, or after ';'")
    case .textWithoutLayer:
      Message(
        "'text' changes the text of the current layer, and does not place it",
        hint: "a new text is a layer: 'layer NAME text \"TEXT\" at X,Y'")

    // Color edits, blurs and masks
    case .areaWithoutIn(let shape):
      Message("'in' is missing before the area", hint: "write 'in \(shape) ...'")
    case .radiusAndSigma(let statement):
      Message("a blur has one number, its standard deviation in pixels", hint: "write '\(statement)'")
    case .cssFilter(let statements):
      Message("this is a filter of CSS", hint: "write '\(statements)'")
    case .statementAsFilter(let word):
      Message(
        "'filter' sets how images are resampled",
        hint: "'\(word)' is a statement of its own: leave 'filter' out")
    case .kelvin:
      Message(
        "'temperature' does not take kelvin",
        hint:
          "it shifts the color temperature by -100 (colder) to 100 (warmer) mired: write 'temperature 30' or 'temperature -30'"
      )
    case .maskWithoutLayer(let kind):
      Message(
        "'mask' takes the name of a layer, 'image SOURCE', a gradient or 'none'",
        hint: "declare a layer first: 'layer NAME \(kind) ... hidden', and write 'mask NAME'")

    // Paints
    case .strokeWidthFirst(let width, let paint):
      Message("the color of a stroke comes before its width", hint: "write 'stroke \(paint) \(width)'")
    case .strokeWithoutWidth(let paint):
      Message("the stroke has no width", hint: "write 'stroke \(paint) 1'")
    case .borderColorFirst(let word, let color, let width):
      Message("the width of a \(word) comes before its color", hint: "write '\(word) \(width) \(color)'")
    case .gradientWithoutPoints:
      Message(
        "a gradient runs from a point to a point",
        hint: "write 'linear 0,0 to 100%,0 red blue', or 'radial 50%,50% 50% red blue'")
    case .gradientAsColor(nil):
      Message(
        "expected a color, found a gradient", hint: "'fill', 'stroke', 'background' and 'mask' take gradients"
      )
    case .gradientAsColor(let word?):
      Message(
        "'\(word)' takes a color, not a gradient",
        hint:
          "stroke a rectangle: 'layer NAME rect 0,0 100%,100% fill none stroke linear 0,0 to 100%,0 red blue 9'"
      )
    case .stopWithoutSign(let place):
      Message("'@' joins a color and its place", hint: "write red@\(place)")

    // Animations
    case .animationWithoutFrom:
      Message("the start of an animation follows 'from'", hint: "write 'from A to B'")
    case .animationWithoutOver(let time):
      Message("the duration of an animation follows 'over'", hint: "write 'over \(time)'")
    }
  }

  private static func layerHint(of kind: String) -> String {
    switch kind {
    case "image": "an image is a layer: 'layer NAME image \"FILE\"'"
    case "text": "a text is a layer: 'layer NAME text \"TEXT\" at X,Y'"
    default: "a shape is a layer: 'layer NAME \(kind) ...'"
    }
  }
}

extension String {
  /// A formula with `$` before each name.
  fileprivate var calculated: String {
    var text = ""
    var wasName = false
    for character in self {
      let isName = character.isLetter || character == "_" || wasName && character.isNumber
      if isName, !wasName, text.last != "$" { text.append("$") }
      text.append(character)
      wasName = isName || character.isNumber && wasName
    }
    return text
  }
}

extension ForeignLanguage {
  package var message: Message {
    switch self {
    case .interpreter(let name):
      Message(
        "this is a script for '\(name)', not a frameit script",
        hint: "write the statements alone, without the command")
    case .svg:
      Message(
        "this is an SVG image, not a frameit script",
        hint: "'layer NAME path \"DATA\"' draws the data of its paths")
    case .html: Message("this is a web page, not a frameit script")
    case .xml: Message("this is an XML document, not a frameit script")
    }
  }
}
