import FrameGeometry
import FrameImage
import FrameText

/// Builds and edits a scene, and counts the memory that it needs. Everything that performs commands shares it.
package final class SceneEditor {
  let account: RunAccount
  package let log: RunLog
  var typesetter: any Typesetter
  /// Finds what images keep in view.
  package let imageFacts: ImageFacts
  package private(set) var scene = Scene(canvas: SceneCanvas(size: .zero))
  /// True if a layer is declared or edited: the canvas is then fixed.
  package private(set) var hasStarted = false
  /// The content of the layer "photo", which a scene without declared image layers has; nil for none.
  package var photo: SceneLayer.Content?
  /// The gesture for which layers change now: all of its changes are undone together.
  var gesture: Int?
  /// The number of times a layer was selected.
  package private(set) var selections = 0
  /// True if all states of the scene are kept for their frames.
  let keepsFrames: Bool
  /// The histories of edited layers, by index.
  private var histories: [Int: EditHistory] = [:]
  var declarations = Declarations()

  /// Layers and groups as they are declared.
  struct Declarations {
    /// The groups that are being declared, outermost first.
    var openGroups: [Int] = []
    /// The bound layers as last declared, by index.
    var boundLayers: [Int: SceneLayer] = [:]
  }

  init(
    account: RunAccount, log: RunLog, typesetter: any Typesetter, imageFacts: ImageFacts, keepsFrames: Bool
  ) {
    (self.account, self.log, self.typesetter, self.imageFacts) = (account, log, typesetter, imageFacts)
    self.keepsFrames = keepsFrames
  }

  func checkpoint() -> RunCheckpoint.Part {
    RunCheckpoint.part(
      of: self, \.scene, \.hasStarted, \.photo, \.gesture, \.selections, \.histories, \.declarations)
  }

  /// Fixes the canvas, and creates the photo of a scene without a declared image layer.
  package func start(at origin: Origin) throws(SceneError) {
    guard !hasStarted else { return }
    // A canvas that fits what is drawn needs no size, as long as nothing depends on it.
    let needsSize = scene.canvas.extent != .fit || photo == .image(nil)
    guard scene.canvas.size.width > 0 || !needsSize else { throw SceneError(.canvasRequired, at: origin) }
    hasStarted = true
    guard let photo else { return }
    let size = scene.canvas.size
    var layer = SceneLayer(
      name: "photo", content: photo, size: size,
      state: SceneLayer.State(
        position: Point(x: size.width / 2, y: size.height / 2), anchor: Point(x: 0.5, y: 0.5)),
      lastEdit: origin)
    if scene.canvas.extent == .cover { layer.state.image.mode = .scaleAspectFill }
    // The canvas cuts it off.
    layer.state.image.overflow = .visible
    try add(layer, at: origin)
  }

  /// Reads the scene without a copy. A call of one of its methods from outside of the editor copies it first.
  func read<R>(_ body: (inout Scene) -> R) -> R { body(&scene) }

  /// Changes the scene in a way that needs no memory.
  package func modify<R>(_ change: (inout Scene) -> R) -> R { change(&scene) }

  /// - Parameter above: the index of the layer above it; nil to add it on top.
  func add(
    _ layer: SceneLayer, below above: Int? = nil, at origin: Origin
  ) throws(SceneError) {
    var bytes = layer.heldBytes
    // The previous scene, with which the next frame is compared.
    if keepsFrames { bytes += MemoryLayout<SceneLayer>.stride }
    try account.hold(bytes, at: origin)
    scene.add(layer, below: above)
  }

  func select(_ layer: Int) {
    scene.current = layer
    selections += 1
  }

  func mark(_ layer: Int, _ isMarked: Bool) {
    scene[layer].isMarked = isMarked
    if isMarked { scene.marked.append(layer) } else { scene.marked.removeAll { $0 == layer } }
  }

  /// Limits what gestures do to a layer. A limit replaces one of its kind; nil removes all.
  private func limit(_ layer: Int, _ limit: LayerLimit?, at origin: Origin) throws(SceneError) {
    guard let limit else { return scene[layer].limits = [] }
    if limit.kind == .cover(.layer(layer)) {
      let name = scene.layers[layer].name
      throw SceneError(.withoutMeaning("limit cover \(name)", of: name), at: origin)
    }
    try account.hold(AllocatedBytes.growing(1, of: LayerLimit.self), at: origin)
    scene[layer].limits.removeAll { $0.kind.word == limit.kind.word }
    scene[layer].limits.append(limit)
  }

  func change(_ change: CanvasChange, at origin: Origin) throws(SceneError) {
    switch change {
    case .size(let size, let extent):
      (scene.canvas.size, scene.canvas.extent, scene.canvas.origin) = (size, extent, origin)
    case .fit: (scene.canvas.extent, scene.canvas.origin) = (.fit, origin)
    case .inscribed(let ratio):
      (scene.canvas.extent, scene.canvas.origin) = (.inscribed(aspectRatio: ratio), origin)
    case .crop(let rect): (scene.canvas.crop, scene.canvas.cropOrigin) = (rect, origin)
    case .background(let paint):
      try account.hold(paint.heldBytes - scene.canvas.style.background.heldBytes, at: origin)
      scene.canvas.style.background = paint
    case .style(let change):
      let pad = scene.canvas.style.pad
      change(&scene.canvas.style)
      if scene.canvas.style.pad != pad { scene.canvas.padOrigin = origin }
    case .filter(let filter): scene.canvas.filter = filter
    case .light(let light, .resampling): scene.canvas.lights.resampling = light
    case .light(let light, .blending): scene.canvas.lights.blending = light
    case .light(let light, nil): scene.canvas.lights = Lights(both: light)
    }
  }

  // MARK: Edits of layers

  /// Edits a layer's geometry. `transform` applies before the current transform, in the layer's own axes, as
  /// CGAffineTransform's methods; about a point it applies after it, in the parent's axes; `concat` appends.
  func edit(_ index: Int, _ edit: LayerEdit, at origin: Origin) throws(SceneError) {
    let old = scene.layers[index].state.transform
    switch edit {
    case .transform(let kind, let numbers, let pivot):
      let edit = TransformEdit(kind, numbers, about: pivot.map { scene.layers[index].fromPosition($0) })
      try setTransform(edit.applied(to: old), of: index, at: origin)
    case .straighten(let angle):
      try turnCanvas(under: index, at: origin)
      let turn = try placed(scene.straightening(index, by: Angle(degrees: angle)), at: origin)
      let cut = scene.shareOutside(index) ?? 0
      try setTransform(old.concatenating(turn), of: index, at: origin)
      scene[index].state.straightenedAway += max(0, (scene.shareOutside(index) ?? 0) - cut)
    case .concat(let transform): try setTransform(old.concatenating(transform), of: index, at: origin)
    case .setTransform(let transform):
      try setTransform(transform, of: index, at: origin)
      scene[index].state.straightenedAway = 0
    case .move(let way):
      try changeState(of: index, at: origin) { $0.position += way }
    case .limit(let limit): try self.limit(index, limit, at: origin)
    case .save:
      try account.hold(AllocatedBytes.growing(1, of: AffineTransform.self), at: origin)
      histories[index, default: EditHistory()].save(old)
    case .restore:
      guard let saved = histories[index]?.restore() else {
        throw SceneError(.nothingToRestore(layer: scene.layers[index].name), at: origin)
      }
      try account.hold(-AllocatedBytes.growing(1, of: AffineTransform.self), at: origin)
      try setTransform(saved, of: index, at: origin)
    case .undo:
      guard let before = histories[index]?.undo(scene.layers[index].state) else {
        throw SceneError(.nothingToUndo(layer: scene.layers[index].name), at: origin)
      }
      try account.hold(EditHistory.keptState, at: origin)
      try show(before, of: index, at: origin)
    case .redo:
      guard let after = histories[index]?.redo(scene.layers[index].state) else {
        throw SceneError(.nothingToRedo(layer: scene.layers[index].name), at: origin)
      }
      try account.hold(-EditHistory.keptState, at: origin)
      try show(after, of: index, at: origin)
    }
  }

  /// Finds the point that a layer's focus means, if its image or window have changed.
  func findFocus(of index: Int) throws(SceneError) {
    // Most layers have no focus. A stored property is read in place; `needsFocus` would copy the layer.
    guard scene.layers[index].state.image.focus != nil, scene.layers[index].needsFocus else { return }
    try findFocus(of: &scene[index])
  }

  private func show(
    _ state: SceneLayer.State, of index: Int, at origin: Origin
  ) throws(SceneError) {
    scene[index].state = state
    scene[index].lastEdit = origin
    try fitCanvas(to: index, at: origin)
  }

  /// If the canvas follows from the size of the photo, makes it follow from that of the part which the photo shows, and
  /// lets the photo fill it.
  ///
  /// - Returns: how far the middle of the canvas has moved.
  @discardableResult
  private func fitCanvas(to index: Int, at origin: Origin) throws(SceneError) -> Vector {
    let layer = scene.layers[index]
    guard photo != nil, index == 0, scene.layers.count == 1, !scene.canvas.isSizeRead,
      case .image(let image?) = layer.shown
    else { return .zero }
    let part = layer.state.image.part(of: image).size
    let size: Size
    switch scene.canvas.extent {
    case .unstated where layer.state.turnsCanvas: size = Size(width: part.height, height: part.width)
    case .unstated, .fit, .inscribed: size = part
    case .imageAspect(let fit): size = fit.size(of: part)
    case .size, .cover: return .zero
    }
    let old = scene.canvas.size
    let new = Size(try account.limits.checkCanvas(size, at: origin))
    guard new != old else { return .zero }
    scene.canvas.size = new
    scene[0].size = layer.state.turnsCanvas ? part : new
    return Vector(dx: (new.width - old.width) / 2, dy: (new.height - old.height) / 2)
  }

  /// Turns a canvas that follows from the size of the photo, if quarter turns have put the photo on its side.
  private func turnCanvas(under index: Int, at origin: Origin) throws(SceneError) {
    let form = scene.layers[index].state.transform.rightAngleForm
    guard scene.canvas.extent == .unstated, let form, form.orientation.swapsAxes, (form.dx, form.dy) == (0, 0)
    else { return }
    scene[index].state.turnsCanvas = true
    let way = try fitCanvas(to: index, at: origin)
    scene[index].state.position += way
  }

  func setTransform(
    _ transform: AffineTransform, of index: Int, at origin: Origin
  ) throws(SceneError) {
    guard transform.isFinite else { throw SceneError(.notFinite("the transform"), at: origin) }
    try changeState(of: index, at: origin) { $0.transform = transform }
  }

  /// Moves a layer. After the first move of a gesture, its history has nothing to keep, and no state is copied.
  func move(_ index: Int, to end: LayerPlace, at origin: Origin) throws(SceneError) {
    guard histories[index]?.isChanging(during: gesture) == true else {
      return try changeState(of: index, at: origin) { $0.place = end }
    }
    func put(_ layer: inout SceneLayer) { (layer.state.place, layer.lastEdit) = (end, origin) }
    put(&scene[index])
  }

  func changeState(
    of index: Int, at origin: Origin, _ change: (inout SceneLayer.State) -> Void
  ) throws(SceneError) {
    let before = scene.layers[index].state
    change(&scene[index].state)
    let image = scene.layers[index].state.image
    if image.part != before.image.part || image.unwarp != before.image.unwarp {
      let way = try fitCanvas(to: index, at: origin)
      scene[index].state.position += way
    }
    try findFocus(of: index)
    scene[index].lastEdit = origin
    let bytes = histories[index, default: EditHistory()].note(
      before, now: scene.layers[index].state, during: gesture)
    // The recorded states are kept for their frames.
    try account.hold(keepsFrames ? max(0, bytes) : bytes, at: origin)
  }
}

extension SceneLayer {
  /// Converts a point of the parent to one relative to the layer's position, which is not part of its transform.
  package func fromPosition(_ point: Point) -> Point {
    Point(x: point.x - state.position.x, y: point.y - state.position.y)
  }
}

extension Limits {
  /// Rounds the size of a canvas to whole pixels.
  ///
  /// - Throws: an error if it has none, or is larger than allowed.
  package func checkCanvas<Place: ErrorPlace>(
    _ size: Size, at place: Place
  ) throws(Place.Failure) -> PixelSize {
    let width = size.width.rounded()
    let height = size.height.rounded()
    guard width >= 1, height >= 1 else { throw place.error(.emptyCanvas) }
    // Anything above this exceeds the limit, too, and might not fit into an integer.
    let ceiling = 1e15
    return try limited(check(width: Int(min(width, ceiling)), height: Int(min(height, ceiling))), at: place)
  }
}
