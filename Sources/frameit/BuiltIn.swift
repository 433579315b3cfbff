import FrameCodec
import JPEGCodec
import PNGCodec
import PNMCodec
import QOICodec

/// The codecs that are part of the program, in the order in which they are asked.
enum BuiltIn {
  static let codecs = CodecList(
    [JPEGCodec(), PNGCodec(), QOICodec()] + PNMCodec.Kind.allCases.map { PNMCodec($0) })
}
