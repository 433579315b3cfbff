import Testing
@Test func stubJPEG() {}
