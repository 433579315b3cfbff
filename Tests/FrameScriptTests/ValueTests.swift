import FrameScript
import Testing

@Suite struct ValueTests {
  @Test("A value describes its content and names its kind") func values() throws {
    #expect(Value.number(2).description == "2")
    #expect(Value.text("a b").description == "a b")
    let inner = Value.list(try ValueList([.number(0.5)], nesting: 9))
    let list = Value.list(try ValueList([.number(1), .text("x"), inner], nesting: 9))
    #expect(list.description == "1, x, 0.5")
    #expect(Value.number(1).kind == "a number")
    #expect(Value.text("no").kind == "the text \"no\"")
    #expect(Value.list(try ValueList([], nesting: 9)).kind == "a list")
  }
}
