/// The state of a run, so that it can go on from there more than once.
package struct RunCheckpoint {
  /// Gives the properties of an object the values back that they had at the checkpoint.
  typealias Part = () -> Void

  private let run: SceneRun
  private let parts: [Part]

  /// - Returns: nil while fingers are down.
  package init?(_ run: SceneRun) {
    guard run.fingersDown.isEmpty else { return nil }
    self.run = run
    parts = [
      run.account.checkpoint(), run.log.checkpoint(), run.editor.checkpoint(), run.timeline.checkpoint(),
    ]
  }

  /// Returns to the state. What happened since is lost, also in copies of the run.
  package func resume() -> SceneRun {
    for part in parts { part() }
    return run
  }

  /// Keeps the values of properties of an object. The list must have every property that changes during a run.
  static func part<Object: AnyObject, each Value>(
    of object: Object, _ properties: repeat ReferenceWritableKeyPath<Object, each Value>
  ) -> Part {
    let values = (repeat object[keyPath: each properties])
    return { repeat object[keyPath: each properties] = each values }
  }
}
