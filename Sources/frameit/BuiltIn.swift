import FrameCodec
import JPEGCodec
import PNGCodec

/// The codecs that are part of the program, in the order in which they are asked.
enum BuiltIn {
  static let codecs = CodecList([JPEGCodec(), PNGCodec()])
}
