/// The state of a run, so that it can go on from there more than once.
package struct RunCheckpoint {
  private let run: SceneRun
  private let account: RunAccount.Checkpoint
  private let log: RunLog.Checkpoint
  private let editor: SceneEditor.Checkpoint
  private let timeline: SceneTimeline.Checkpoint

  /// - Returns: nil while fingers are down.
  package init?(_ run: SceneRun) {
    guard run.fingersDown.isEmpty else { return nil }
    self.run = run
    (account, log) = (run.account.checkpoint, run.log.checkpoint)
    (editor, timeline) = (run.editor.checkpoint, run.timeline.checkpoint)
  }

  /// Returns to the state. What happened since is lost, also in copies of the run.
  package func resume() -> SceneRun {
    (run.account.checkpoint, run.log.checkpoint) = (account, log)
    (run.editor.checkpoint, run.timeline.checkpoint) = (editor, timeline)
    return run
  }
}
