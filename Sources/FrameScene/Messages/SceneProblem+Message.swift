import FrameGeometry
import FrameGesture
import FrameImage

extension SceneProblem {
  package var message: Message {
    switch self {
    case .canvasRequired:
      Message(
        "a script without an image must set the canvas", hint: "start with 'canvas W,H', or pass an image")
    case .emptyCanvas: Message("a canvas must be at least 1 by 1 pixel")
    case .nothingDrawn: Message("'canvas fit' has nothing to fit: no layer is visible")
    case .cropOutside(let canvas):
      Message(
        "the crop is not inside the canvas",
        hint: "the canvas is \(canvas.width) x \(canvas.height) pixels, from 0,0")
    case .inscribedImages(let count):
      Message(
        "'canvas inscribed' needs exactly one visible image layer, and there are \(count)",
        hint: "'canvas W,H' states a size")
    case .widthLimit(let width, let exceeded):
      Message(
        "at a width of \(width), \(exceeded.message.text)", hint: exceeded.message.hint,
        exceeded.message.advice)
    case .notFinite(let what): Message("\(what) is too large or not a number")
    case .tooFew(let parts, let whole, let count):
      Message("\(whole) needs at least two \(parts), and there \(count == 1 ? "is one" : "are none")")
    case .outOfRange(let name, let value, let wanted):
      Message("\(name) must be \(wanted), not \(value.scriptText)")
    case .unknownLayer(let name, nil) where MaskChannel(rawValue: name) != nil || name == "invert":
      Message(
        "there is no layer '\(name)'",
        hint: "in 'mask', the name of a layer comes before '\(name)': 'mask NAME \(name)'")
    case .unknownLayer(let name, let nearest):
      Message("there is no layer '\(name)'", hint: Message.suggestion(nearest))
    case .repeatedLayer(let name, let instead):
      Message("there is already a layer '\(name)'", hint: instead.map { "in a 'repeat', name it \($0)" })
    case .unknownEffect(let name, let nearest, let effects):
      Message(
        "there is no effect '\(name.printable)'",
        hint: Message.suggestion(nearest, among: effects) ?? "effects come from plugins, and none was found",
        .list(.effects))
    case .unknownEffectParameter(let name, let effect, let nearest, let parameters):
      Message(
        "the effect '\(effect)' has no parameter '\(name)'",
        hint: Message.suggestion(nearest, among: parameters) ?? "it has no parameters")
    case .singular(let layer):
      Message(
        "the transform of '\(layer)' is singular: it leaves no area to draw",
        hint: "a scale of 0 or parallel axes cannot be inverted; use 'hide' to remove a layer")
    case .excessiveScale(let layer):
      Message("the transform of '\(layer)' enlarges it more than a million times")
    case .horizon(let layer, let point?):
      Message(
        "\(point.x.scriptText),\(point.y.scriptText) is at the horizon of '\(layer)' or behind it, where it shows nothing"
      )
    case .horizon(let layer, nil):
      Message(
        "a part of '\(layer)' is at the horizon of its perspective or behind it",
        hint: "turn it less, look from a larger distance, or move the corners apart")
    case .unwarpOfPart(let layer):
      Message(
        "'unwarp' cannot follow 'part' or 'trim' of '\(layer)'",
        hint:
          "write it first, and then 'part', which is a part of the rectangle; 'trim' does not see the rectangle"
      )
    case .flat(let layer): Message("the box of '\(layer)' has no area, and so no corners")
    case .unwarped(let word, let layer):
      Message(
        "'\(word)' does not see what 'unwarp' makes of the image of '\(layer)'",
        hint: word == "focus" ? "write the point to keep in view: 'focus X,Y'" : "use it without 'unwarp'")
    case .corners(let fault, let layer):
      Message("the corners of '\(layer)' \(fault.text)", hint: fault.hint)
    case .onTheWay(let problem, let share):
      Message(
        "after \((share * 100).trimmed(1))% of the way, \(problem.message.text)",
        hint:
          "choose an end that keeps the corners convex and ahead of the horizon; a 'tilt' from a large distance can turn a layer around"
      )
    case .tooFar(let layer):
      Message("the transform moves '\(layer)' more than a hundred billion pixels away")
    case .centerNotCovered(let layer):
      Message(
        "the layer '\(layer)' does not cover the center of the canvas, so it cannot be enlarged to cover all of it",
        hint: "move it there first, or use 'rotate'")
    case .curvedClip(let layer):
      Message(
        "the canvas cannot lie inside the clip of '\(layer)', which is not a convex polygon",
        hint:
          "'corner-radius' rounds the canvas; without 'straighten' and 'canvas inscribed', it need not lie inside"
      )
    case .edgeTooSmall(let layer):
      Message(
        "'\(layer)' is too small for its edge mode: it must keep at least 1/64 of the image's size",
        hint: "reduce the image first, or use 'edge transparent'")
    case .notInOneGroup(let layer, let other):
      Message(
        "'\(layer)' cannot be below '\(other)', which is in another group",
        hint: "declare both in the same group")
    case .nothingToRestore(let layer):
      Message("'\(layer)' has no saved state to restore", hint: "write 'save' first")
    case .nothingToUndo(let layer):
      Message(
        "there is nothing to undo on '\(layer)'",
        hint: "'undo' takes back statements, not the options in the line that declares a layer")
    case .nothingToRedo(let layer): Message("there is nothing to redo on '\(layer)'")
    case .notAnImage(let layer): Message("'\(layer)' is not an image")
    case .notAShape(let word, let layer):
      Message("'\(word)' needs a shape or text, but '\(layer)' is neither")
    case .notAText(let word, let layer): Message("'\(word)' needs a text layer, but '\(layer)' is not one")
    case .uselessOption(let word, let kind, let instead):
      Message("'\(word)' has no effect on \(kind)", hint: "use '\(instead)' instead")
    case .wrongTrim(let layer, ofPath: true):
      Message(
        "'trim A..B' shows a part of a path, but '\(layer)' is an image",
        hint: "'trim [COLOR] [~TOL]' cuts off the border of an image")
    case .wrongTrim(let layer, ofPath: false):
      Message(
        "this 'trim' cuts off the border of an image, but '\(layer)' is not an image",
        hint: "'trim A..B' shows a part of a path")
    case .levelsWithoutImage(let layer, let isGroup):
      Message(
        "'auto-levels' reads the pixels of an image, but '\(layer)' is not an image",
        hint: isGroup
          ? "write it for each image in the group, or use 'levels A..B' for the group"
          : "'levels A..B' stretches a range that you choose")
    case .uselessFocus(let layer, let mode):
      Message(
        "'focus' has no effect on '\(layer)', because 'mode \(mode.rawValue)' does not cut the image",
        hint: "write 'mode scaleAspectFill', which fills the layer with a part of the image")
    case .focusOutside(let point, let image):
      Message(
        "the focus \(point.x.scriptText),\(point.y.scriptText) is outside the image",
        hint: "the image is \(image.width) x \(image.height) pixels, from 0,0")
    case .noBoxes(let file, let image):
      Message(
        "'\(file)' has no boxes of \(image.quoted)",
        hint: "an image without boxes has an empty array: \"\(image.split(separator: "/").last ?? "")\": []")
    case .outside(let what, let image):
      Message(
        "\(what) is not inside the image",
        hint: "the image is \(image.width) x \(image.height) pixels, from 0,0")
    case .maskCycle(let names) where names.count == 2:
      Message(
        "'\(names[0])' cannot be its own mask",
        hint: "'mask' changes the current layer; write 'select NAME' before it to mask another one")
    case .maskCycle(let names):
      Message(
        "masks form a cycle: \(names.joined(separator: " -> "))",
        hint: "a mask cannot depend on what it masks")
    case .maskAspect(let image, let layer, let size):
      Message(
        "the mask is \(image.width) x \(image.height), and '\(layer)' is \(size.width.trimmed(2)) x \(size.height.trimmed(2))",
        hint:
          "an image as a mask needs the aspect ratio of the layer; for any other, make it a hidden layer, and write 'mask NAME', with 'luminance' if the image has no transparency"
      )
    case .text(let error): error.message
    case .outline(let error): error.message
    case .gradientAnimated(let word, let layer):
      Message(
        "the \(word) of '\(layer)' is a gradient, which cannot be animated to a color",
        hint:
          "write a start color: 'animate \(layer) \(word) from COLOR\(word == "stroke" ? " WIDTH" : "") to ...'"
      )
    case .noImage(.input(let number)): Message("there is no image \(number)")
    case .noImage(.pixels): Message("the pixels of the image cannot be read")
    case .noImage(.file(let path)), .noImage(.folder(let path)), .noImage(.boxes(let path)):
      Message("'\(path)' does not exist")
    case .touch(let problem): problem.message
    case .touchWithoutPlace(let id):
      Message("touch \(id) has no position", hint: "write its position X,Y before the time")
    case .withoutMeaning(let option, let word): Message("'\(option)' has no effect on '\(word)'")
    case .fingersDown(let ids, let statement):
      Message(
        "'\(statement)' begins while \(Message.touches(ids)) down",
        hint: "a gesture can begin only when no finger is down: write '"
          + ids.map { "touch \($0) up +10ms" }.joined(separator: "; ") + "' first")
    case .notRecognized(let word, let kind, let layer, let obstacle):
      Message(
        "no recognizer on '\(layer)' recognizes this \(word)" + obstacle.reason,
        hint: obstacle.hint(kind, layer))
    case .unknownRecognizer(let name, let known):
      Message(
        "there is no recognizer '\(name)'",
        hint: RecognizerKind(rawValue: name) == nil
          ? Message.suggestion(name.nearest(in: known)) ?? "'recognize KIND as \(name)' adds one"
          : "'recognize \(name)' adds one to the current layer")
    case .neverReached(let state, let name):
      Message(
        "'\(name)' never enters the state '\(state.rawValue)': its gesture is recognized at a single instant",
        hint: "write 'on \(name) { }'")
    case .requireCycle(let names):
      Message(
        "the 'require' statements form a cycle: \(names.joined(separator: " -> "))",
        hint: "each recognizer would wait for the next one to fail")
    case .recognizerDisabled(let name, let layer):
      Message("the recognizer '\(name)' on '\(layer)' is disabled", hint: "write 'enable \(name)' before")
    case .unknownMenu(let name, let known):
      Message(
        "there is no menu '\(name)'",
        hint: Message.suggestion(name.nearest(in: known)) ?? "'menu \(name) \"TITLE\" { }' declares one")
    case .repeatedMenu(let name): Message("there is already a menu '\(name)'")
    case .nothingOpen: Message("no menu or dialog is open", hint: "'open NAME' opens a menu")
    case .unknownItem(let title, let menu, let items):
      Message(
        "\"\(menu)\" has no item \"\(title)\"",
        hint: "the items are: \(items.map { "\"\($0)\"" }.joined(separator: " "))")
    case .limit(let exceeded): exceeded.message
    }
  }
}

extension TouchProblem {
  var message: Message {
    switch self {
    case .notDown(let id):
      Message("touch \(id) is not down", hint: "write 'touch \(id) down X,Y @TIME' first")
    case .alreadyDown(let id):
      Message("touch \(id) is already down", hint: "give each finger its own number")
    case .twice(let id):
      Message("touch \(id) has two events at the same time", hint: "give the events different times")
    case .timeGoesBack(let from, let to):
      Message(
        "time goes backwards: \(Message.seconds(to)) is before \(Message.seconds(from))",
        hint: "@TIME counts from the end of the previous gesture, +TIME from the previous touch")
    case .notFinite: Message("the position or time of a touch is not a finite number")
    }
  }
}

extension OutlineError {
  var message: Message {
    switch self {
    case .negativeDash: Message("a dash cannot be negative")
    case .notFinite: Message("a dash or its offset is too large")
    case .tooManyDashes(let allowed):
      Message("the dashes are too short: the path would have more than \(allowed)", hint: "use longer dashes")
    case .contourTooLong: Message("a path is too long to be drawn")
    }
  }
}

extension Quad.Fault {
  fileprivate var text: String {
    switch self {
    case .notFinite: "are too large or not numbers"
    case .coincide: "are not four different points"
    case .onLine: "are not a quadrilateral: three of them are on a line"
    case .cross: "are not in order: two sides of the quadrilateral cross"
    case .fold: "are not a convex quadrilateral: one of them is inside the triangle of the others"
    }
  }

  fileprivate var hint: String {
    switch self {
    case .cross:
      "write them clockwise, from the content's top left corner: top left, top right, bottom right, bottom left"
    case .notFinite, .coincide, .onLine, .fold:
      "a picture in perspective has four corners, each outside the triangle of the other three"
    }
  }
}

extension GestureObstacle {
  fileprivate var reason: String {
    switch self {
    case .noRecognizer, .settings: ""
    case .twoFingers: " with two fingers"
    case .taken(let other): ": '\(other)' takes it"
    }
  }

  fileprivate func hint(_ kind: RecognizerKind, _ layer: String) -> String {
    switch self {
    case .noRecognizer: "write 'recognize \(kind.rawValue) on \(layer)'"
    case .twoFingers: "'preset photos' pans with any number of fingers"
    case .taken(let other): "allow both: 'simultaneous \(kind.rawValue) \(other)'"
    case .settings: "the recognizer settings prevent '\(kind.rawValue)' from beginning"
    }
  }
}
