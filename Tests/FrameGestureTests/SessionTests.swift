import FrameGesture
import Testing

@Suite struct SessionTests {
}
