import FrameImage
import FramePlan
import FrameRender
import FrameScene
import FrameScript

/// Checks that rendering an edit stays within the memory limit.
struct EditMemory {
  let limits: Limits
  /// The scene at the end of the script.
  let scene: Scene
  /// The bytes that the scene and the plan hold.
  let sceneBytes: Int
  /// The files of the script, for errors.
  let files: [ScriptFile]

  /// - Throws: `EditFailure.limit` if a number of bytes exceeds the limit.
  func check(_ bytes: Int) throws(EditFailure) {
    try EditFailure.converting { try limits.check(memory: bytes) }
  }

  /// Returns a renderer with as many jobs as the memory limit allows, at most `jobs`.
  ///
  /// It fails only if one job exceeds the limit, so failing depends on the edit and not on the machine.
  ///
  /// - Parameter held: the bytes that are held at the same time, apart from the scene's.
  /// - Throws: `EditFailure` if one job exceeds the limit.
  func limitingJobs(
    of renderer: Renderer, to jobs: Int, beside held: Int = 0
  ) throws(EditFailure) -> Renderer {
    let held = held.adding(sceneBytes)
    var jobs = jobs
    var renderer = jobs == 1 ? renderer : renderer.using(jobs: jobs)
    while true {
      let needed = held.adding(renderer.windowBytes)
      if needed <= limits.memory { return renderer }
      guard jobs > 1 else {
        let exceeded = LimitExceeded(.memory, needed: needed, allowed: limits.memory)
        throw limitError(exceeded, of: renderer, beside: held)
      }
      jobs /= 2
      renderer = renderer.using(jobs: jobs)
    }
  }

  /// Returns the error for rendering that exceeds the memory limit.
  ///
  /// If the edit would fit without blurs and shadows, or else without outlines, the error is at the line of the layer with the
  /// widest of them or the largest outline.
  private func limitError(
    _ exceeded: LimitExceeded, of renderer: Renderer, beside held: Int
  ) -> EditFailure {
    guard let name = largestLayer(renderer, room: limits.memory - held),
      let index = scene.index(of: name)
    else { return .limit(exceeded) }
    return EditFailure(SceneError(.limit(exceeded), at: scene.layers[index].lastEdit), in: files)
  }

  private func largestLayer(_ renderer: Renderer, room: Int) -> String? {
    var bare = renderer.plan
    bare.items = bare.items.map(\.withoutBlurs)
    let widest = renderer.plan.items.lazy.compactMap(\.widestBlur).max { $0.reach < $1.reach }
    if let widest, Renderer(bare).windowBytes <= room { return widest.layer }
    if let outlines = renderer.outlines, renderer.windowBytes - outlines.bytes <= room {
      return outlines.largest
    }
    return nil
  }
}

extension RenderPlan.Item {
  fileprivate var withoutBlurs: RenderPlan.Item {
    switch self {
    case .image, .shape: return self
    case .group(var group):
      group.shadow = nil
      group.items = group.items.map(\.withoutBlurs)
      if let mask = group.mask { group.mask?.items = mask.items.map(\.withoutBlurs) }
      return .group(group)
    case .neighborhood(let draw):
      return .group(RenderPlan.GroupDraw(layer: draw.layer, items: draw.items.map(\.withoutBlurs)))
    }
  }

  /// The reach of the widest blur or shadow, and the name of the layer that has it.
  fileprivate var widestBlur: (layer: String, reach: Double)? {
    let own: (layer: String, reach: Double)?
    switch self {
    case .image, .shape: own = nil
    case .group(let group): own = group.shadow.map { (layer: group.layer, reach: $0.reach) }
    case .neighborhood(let draw): own = (draw.layer, draw.edit.reach)
    }
    return ([own] + children.map(\.widestBlur)).compactMap(\.self).max { $0.reach < $1.reach }
  }
}
