// The types of other modules that this library's API uses, so that `import FrameKit` is enough. They are exported one by
// one: whole modules would add their other names, too.
@_exported import enum FrameCodec.ChromaSubsampling
@_exported import enum FrameCodec.DamagePolicy
@_exported import struct FrameCodec.MetadataPolicy
@_exported import struct FrameCompare.ComparisonMetric
@_exported import struct FrameCompare.ComparisonOptions
@_exported import enum FrameCompare.DifferenceLimit
@_exported import struct FrameCompare.ImageDifference
@_exported import struct FrameCompare.MetricLimit
@_exported import struct FrameCompare.PixelShift
@_exported import struct FrameCompare.Tolerance
@_exported import enum FrameEngine.ColorTarget
@_exported import struct FrameEngine.EncodingSettings
@_exported import enum FrameEngine.FrameChoice
@_exported import enum FrameEngine.GainMapPolicy
@_exported import struct FrameEngine.HDRSettings
@_exported import enum FrameEngine.HDRTransfer
@_exported import enum FrameEngine.Quality
@_exported import struct FrameImage.RenderedFrame
@_exported import FrameLayers
@_exported import struct FrameScene.FrameRate
