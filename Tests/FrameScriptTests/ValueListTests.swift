import FrameGeometry
import FrameImage
import FrameScript
import TestSupport
import Testing

@Suite struct ValueListTests {
  @Test("Lists can be nested up to the limit and no deeper")
  func depth() throws {
    var list = try ValueList([.number(1)], nesting: 3)
    list = try ValueList([.list(list)], nesting: 3)
    list = try ValueList([.number(1), .list(list)], nesting: 3)
    expectEqual(list.depth, 3)
    #expect(throws: LimitExceeded(.nesting, needed: 4, allowed: 3)) {
      try ValueList([.list(list)], nesting: 3)
    }
  }

  @Test("A shared item counts for each list that holds it, so doubling a list is noticed")
  func sharedItems() throws {
    var list = try ValueList([.text(String(repeating: "a", count: 100))], nesting: 64)
    for _ in 0..<20 {
      let next = try ValueList([.list(list), .list(list)], nesting: 64)
      expectTrue(next.heldBytes > 2 * list.heldBytes)
      list = next
    }
    expectTrue(list.heldBytes > 100 << 20)
    // 43 more doublings would exceed 64 bits, so the size is capped at 2^60.
    for _ in 0..<43 {
      list = try ValueList([.list(list), .list(list)], nesting: 64)
    }
    expectEqual(list.heldBytes, 1 << 60)
  }

  @Test("A value is written as text only up to the text's limit")
  func writing() throws {
    let list = Value.list(try ValueList([.text("abc"), .number(1.5)], nesting: 9))
    var text = "x"
    expectTrue(list.write(to: &text, limit: 9) && text == "xabc, 1.5")
    text = "x"
    expectTrue(!list.write(to: &text, limit: 8))
    expectTrue(text.utf8.count <= 8)
  }
}
