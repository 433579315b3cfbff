import FrameCodec
import FrameKit
import FrameModel

extension EditRun {
  /// What the result follows from; nil where nobody asks.
  ///
  /// - Throws: `Failure` of status `input`.
  func key(_ edit: PreparedEdit, _ host: FileHost, _ job: Job) throws(Failure) -> String? {
    guard journal != nil else { return nil }
    // Its result is the next input: what it was made of is there no more.
    if output.isInPlace { return keyInPlace }
    let key = Fingerprint()
    key.add(Version.number)
    key.add(([edit.codec] + edit.images.map(\.codec)).map(\.library).joined(separator: ";"))
    addSettings(to: key)
    if settings.rate != nil {
      addScript(to: key)
      let context = session.context(index: job.index, inputs: job.inputs)
      key.add("\(context.index) \(context.stem) \(output.isNumbered)")
    }
    // Script, seed and parameters are in it, and where what they say goes; but no file is another one for its name.
    var plan = edit.plan
    for index in plan.images.indices { plan.images[index].name = "" }
    // There may be very many items: to print them would take more time and memory than to draw them.
    plan.forEachPiece(ofItems: key.add)
    plan.items = []
    key.add("\(plan)")
    for file in host.opened {
      do throws(CodecError) {
        try key.add(file.bytes)
      } catch {
        throw Failure(.input, error.message, of: file.name)
      }
    }
    return key.end()
  }

  /// Which edit it is, whatever images it is done to, and by which version.
  var keyInPlace: String {
    let key = Fingerprint()
    addSettings(to: key)
    addScript(to: key)
    return key.end()
  }

  private func addScript(to key: Fingerprint) {
    for file in session.script.files { key.add(file.text) }
    for (name, value) in session.parameters.sorted(by: { $0.key < $1.key }) { key.add("\(name)=\(value)") }
    key.add("\(session.seed)")
  }

  private func addSettings(to key: Fingerprint) {
    let metadata = session.editor.metadata
    key.add(
      "\(settings.quality.map { "\($0)" } ?? "") \(settings.policy) \(settings.frames) \(settings.onDamage)")
    key.add(
      "\(settings.to.map { "\($0)" } ?? "") \(metadata.keeps.map { "\($0.map(\.rawValue).sorted())" } ?? "")")
    key.add("\(metadata.drops.map(\.rawValue).sorted())")
    if let rate = settings.rate { key.add("frames \(rate)") }
  }
}
