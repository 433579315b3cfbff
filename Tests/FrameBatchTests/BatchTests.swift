import FrameKit
import TestSupport
import Testing

@testable import FrameBatch

/// Batches of files: jobs, outputs and errors, without the program.
@Suite struct BatchTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    for index in 0..<5 { try folder.draw("in/\(index).png", width: 6 + index, seed: index) }
  }

  private var inputs: [String] { (0..<5).map { folder["in/\($0).png"] } }

  private func call(_ script: String = "canvas fit; rotate 90deg") -> Call {
    Call(script: script, inputs: inputs, out: folder["out"])
  }

  @Test("Each input becomes a file in the output folder, reported in the order of the inputs")
  func outputs() throws {
    let reports = try call().run()
    expectEqual(reports.map(\.job.index), Array(0..<5))
    expectTrue(reports.allSatisfy { $0.error == nil && $0.outcomes.map(\.status) == [.done] })
    expectEqual(reports.map { $0.outcomes[0].size.height }, [6, 7, 8, 9, 10])
    expectEqual(folder.names(in: "out"), (0..<5).map { "\($0).png" })
    let edit = try Edit(script: "canvas fit; rotate 90deg")
    let expected = try edit.apply(to: .file(inputs[3])).render().pixels
    try expectEqual(Edit(script: "").apply(to: .file(folder["out/3.png"])).render().pixels, expected)
  }

  @Test("A script that reads the list of its inputs takes all of them at once") func allInputs() throws {
    let script = "canvas ($count*10),5; expect $stem[4] \"4\"; layer p image $inputs[2] at 0,0"
    let reports = try call(script).run()
    expectEqual(reports.map { $0.error == nil }, [true])
    expectEqual(reports[0].outcomes[0].size.width, 50)
  }

  @Test("A dry run plans every output and writes none") func dryRun() throws {
    let reports = try call().run(isDry: true)
    expectEqual(reports.flatMap(\.outcomes).map(\.status), Array(repeating: .planned, count: 5))
    expectTrue(folder.names(in: "out").isEmpty)
  }

  @Test("A job that fails does not stop the others, and its error has its input") func failedJob() throws {
    try folder.write("no image", to: "in/2.png")
    let reports = try call().run()
    expectEqual(reports.map { $0.error == nil }, [true, true, false, true, true])
    let error = try #require(reports[2].error)
    expectTrue(error.name == inputs[2] && error.isNotAnImage && !error.endsBatch)
    expectEqual(folder.names(in: "out"), ["0.png", "1.png", "3.png", "4.png"])
  }

  @Test("After a failure, a batch that fails fast starts no further job") func failFast() throws {
    try folder.write("no image", to: "in/0.png")
    let reports = try call().run(failsFast: true)
    expectTrue(reports[0].error != nil && reports.count < 5)
  }

  @Test("An existing file is kept, and the error says that it exists") func existing() throws {
    try folder.write("mine", to: "out/1.png")
    let reports = try call().run()
    let error = try #require(reports[1].error)
    expectTrue(error.existingOutput == ExistingOutput(isNamed: false) && error.isOfOutput)
    expectEqual(folder.read("out/1.png"), Array("mine".utf8))
    var forced = call()
    forced.settings.force = true
    try expectTrue(forced.run().allSatisfy { $0.error == nil })
  }

  @Test("Two inputs that would have the same output are refused before anything is written")
  func sameOutput() throws {
    try folder.draw("other/0.png")
    var call = call()
    call.inputs.append(folder["other/0.png"])
    let error = try #require(throws: BatchError.self) { try call.run() }
    guard case .batch(.sameOutput(let first, let second, _, let cure)) = error.cause else { throw error }
    expectTrue((first, second, cure) == (inputs[0], folder["other/0.png"], .baseFolder))
    expectTrue(folder.names(in: "out").isEmpty)
  }

  @Test("An input that is given twice is edited once") func givenTwice() throws {
    var call = call()
    call.inputs += [inputs[4], inputs[4]]
    try expectEqual(call.prepared().0.notes, [.givenTwice(first: inputs[4], count: 2)])
    try expectEqual(call.run().count, 5)
  }

  @Test("A script that takes two images gets two per job, and none may be left over") func pairs() throws {
    var call = call("canvas 20,20\nlayer a image $1\nlayer b image $2")
    let error = try #require(throws: BatchError.self) { try call.run() }
    guard case .batch(.leftoverInputs(taken: 2, given: 5)) = error.cause else { throw error }
    call.inputs.removeLast()
    let batch = try call.prepared().0
    expectTrue(batch.indices == [0, 1] && batch.job(1).names == [inputs[2], inputs[3]])
  }

  @Test("The shards of a batch contain each job once", arguments: [1, 2, 3, 7])
  func shards(count: Int) throws {
    let jobs = try (1...count).flatMap { number in
      let shard = try #require(Shard("\(number)/\(count)"))
      return try call().prepared(shard: shard).0.indices
    }
    expectEqual(jobs.sorted(), Array(0..<5))
  }

  @Test(
    "Text that is not a shard is refused",
    arguments: ["", "1", "0/2", "3/2", "1/2/3", "a/b", "1/1000000001"])
  func invalidShard(text: String) {
    expectTrue(Shard(text) == nil)
  }

  @Test("A folder is searched without hidden files and without the output folder") func search() throws {
    try folder.draw("in/below/6.png")
    try folder.draw("in/.hidden.png")
    try folder.draw("in/out/7.png")
    var call = Call(script: "", inputs: [folder["in"]], out: folder["in/out"])
    call.selection = InputSelection(recursive: true, handlesFolders: true)
    let batch = try call.prepared().0
    let found = batch.indices.flatMap { batch.job($0).names }
    expectEqual(found, inputs + [folder["in/below/6.png"]])
    _ = try call.run()
    expectTrue(folder.names(in: "in/out").contains("below/6.png"))
  }
}
