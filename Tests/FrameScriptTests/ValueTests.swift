import FrameScript
import TestSupport
import Testing

@Suite struct ValueTests {
  @Test("A value describes its content and names its kind") func values() throws {
    expectEqual(Value.number(2).description, "2")
    expectEqual(Value.text("a b").description, "a b")
    let inner = Value.list(try ValueList([.number(0.5)], nesting: 9))
    let list = Value.list(try ValueList([.number(1), .text("x"), inner], nesting: 9))
    expectEqual(list.description, "1, x, 0.5")
    expectEqual(Value.number(1).kind, "a number")
    expectEqual(Value.text("no").kind, "the text \"no\"")
    expectEqual(Value.list(try ValueList([], nesting: 9)).kind, "a list")
  }
}
