import FrameGesture
import Testing

@Suite struct PlaceholderTests {
}
