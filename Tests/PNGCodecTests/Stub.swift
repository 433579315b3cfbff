import Testing
@Test func stubPNG() {}
