// What calls of `expectImage` are written with, so that a test needs no other import. By name: all of
// FrameModel would bring names such as Rect and Script into files that have their own.
@_exported import struct FrameCompare.ComparisonOptions
@_exported import enum FrameCompare.DifferenceLimit
@_exported import struct FrameCompare.Tolerance
@_exported import struct FrameModel.Bitmap
@_exported import struct FrameModel.Color
@_exported import struct FrameModel.PixelFormat
@_exported import struct FrameModel.PixelRect
@_exported import struct FrameModel.PixelSize
