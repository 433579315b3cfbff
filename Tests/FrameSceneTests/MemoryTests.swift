import FrameImage
import FrameScene
import FrameScript
import TestSupport
import Testing

/// Memory limits of scripts. Memory is counted as it is allocated, and the line that exceeds the limit is refused.
@Suite struct MemoryTests {
  private func limits(_ bytes: Int) -> Limits {
    var limits = Limits()
    limits.memory = bytes
    return limits
  }

  private func kind(_ error: ScriptError) -> LimitExceeded.Kind? {
    if case .scene(.limit(let exceeded)) = error.problem { exceeded.kind } else { nil }
  }

  @Test("A list that is nested too deeply is an error at its line")
  func nestedLists() throws {
    let error = try failure(of: "let s = [1]\nrepeat 50000 {\n  let s = [$s]\n}")
    expectEqual(error.problem, .scene(.limit(LimitExceeded(.nesting, needed: 65, allowed: 64))))
    expectEqual(error.position.line, 3)
    _ = try run("let s = [1]\nrepeat 63 { let s = [$s] }\nlet n = count($s)")
  }

  @Test("Lists that share items count as if they were written out")
  func sharedLists() throws {
    let error = try failure(of: "let s = [1]\nrepeat 60 {\n  let s = [$s, $s]\n}", limits: limits(1 << 20))
    expectTrue(kind(error) == .scriptMemory && error.position.line == 3)
  }

  @Test("A string has a limit of its own, which is checked before its parts are joined")
  func strings() throws {
    var limits = Limits()
    limits.stringBytes = 1000
    let error = try failure(of: "let s = \"0123456789\"\nrepeat 40 { let s = \"$s$s\" }", limits: limits)
    expectTrue(kind(error) == .stringBytes && error.position.line == 2)
    let list = try failure(
      of: "let s = [\"012345678901234567890\"]\nrepeat 9 { let s = [$s, $s] }\nsay \"$s\"", limits: limits)
    expectTrue(kind(list) == .stringBytes && list.position.line == 3)
  }

  @Test(
    "Reports of a run have a limit of their own",
    arguments: ["say \"$s$i\"", "expect $s \"x$i\""])
  func reports(statement: String) throws {
    let text = "layer r rect 0,0 1,1\nlet s = \"0123456789abcdef\"\nrepeat 6 { let s = \"$s$s\" }\n"
    _ = try run(text + "repeat 40 as i { \(statement) }", limits: limits(4 << 20))
    let error = try failure(of: text + "repeat 900 as i {\n\(statement)\n}", limits: limits(4 << 20))
    expectTrue(kind(error) == .reportBytes && error.position.line == 5)
  }

  @Test("A name has a limit of its own")
  func names() throws {
    let text = "let s = \"0123456789abcdef\"\nrepeat 6 { let s = \"$s$s\" }\n"
    _ = try run(text + "layer $s rect 0,0 1,1")
    let error = try failure(of: text + "layer x$s rect 0,0 1,1")
    expectEqual(error.problem, .scene(.limit(LimitExceeded(.nameBytes, needed: 1025, allowed: 1024))))
    expectEqual(error.position.line, 3)
  }

  @Test("A variable that is set again releases what it held")
  func reassigned() throws {
    let text = "let s = \"0123456789abcdef\"\nrepeat 10 { let s = \"$s$s\" }\n"
    _ = try run(text + "repeat 2000 as i { let t = \"$s$i\" }", limits: limits(1 << 20))
    _ = try run(
      text + "define f a { let t = \"$a$a\" }\nrepeat 2000 as i { f \"$s$i\" }", limits: limits(1 << 20))
  }

  @Test(
    "Everything a script keeps counts toward the limit, and is refused at its line",
    arguments: [
      "layer l$i rect 0,0 1,1", "rotate 1deg", "save",
      "stroke red 1 dash 1,2,3,4,5,6,7", "text \"many letters $i\"",
      "clip path \"M0 0L1 1L2 2L3 3L4 4L5 5\"", "animate a opacity to 0.5",
      "animate a blur from 9 to 0 in path \"M0 0L1 1L2 2L3 3L4 4L5 5\"",
      "layer t$i text \"some letters\" at 1,1", "group g$i { layer r$i rect 0,0 1,1 }",
    ])
  func kept(statement: String) throws {
    let text = "layer a text \"x\" at 1,1\nrepeat 100000 as i {\n  \(statement)\n}"
    var limits = limits(2 << 20)
    limits.statements = 2_000_000
    let error = try failure(of: text, limits: limits)
    expectTrue(kind(error) == .scriptMemory && error.position.line == 3)
  }

  @Test("A path is refused while its data is read")
  func pathData() throws {
    let data = "M0 0" + String(repeating: "h1 ", count: 50_000)
    let error = try failure(of: "layer a path \"\(data)\"", limits: limits(4 << 20))
    expectTrue(kind(error) == .scriptMemory && error.position.line == 1)
    _ = try run("layer a path \"\(data)\"", limits: limits(64 << 20))
  }

  @Test("Too many dashes are reported, however long the path is")
  func dashes() throws {
    let data = "M0 0" + (0..<2000).map { "C\($0 % 97)e6 9e6 8e6 \($0 % 79)e6 7e6 1e6" }.joined()
    let error = try failure(of: "layer a path \"\(data)\" stroke red 1 dash 1,1", limits: limits(64 << 20))
    expectEqual(error.problem, .scene(.outline(.tooManyDashes(allowed: 1_000_000))))
  }

  @Test("Outlines that exceed the limit are refused by the planner, at the layer's line")
  func outlines() throws {
    let data = "M0 0" + (0..<3000).map { "C\($0 % 97) 90 80 \($0 % 79) 70 10" }.joined()
    let text = "canvas 100,100\nlayer a path \"\(data)\"\nstroke red 3"
    _ = try plan(text)
    let error = try failure(of: text, limits: limits(8 << 20))
    expectTrue(kind(error) == .scriptMemory && error.position.line == 3)
  }

  @Test("The memory that a run holds is carried into the plan")
  func carried() throws {
    let result = try run("layer a rect 0,0 1,1\nrotate 1deg")
    expectTrue(result.account.used > 500 - (1 << 16))
    var account = MemoryAccount(limit: 1 << 20)
    try account.add((1 << 20) - 100)
    #expect(throws: SceneError.self) {
      try Planner(limits: Limits(), output: anything, account: account).plan(result.scene)
    }
  }
}
