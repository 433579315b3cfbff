import Foundation
import FrameGeometry
import JPEGCodec
import PNGCodec

// Draws every sample image into the given folder.

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: draw-samples FOLDER\n".utf8))
  exit(2)
}

let folder = try ImageFolder(CommandLine.arguments[1])
let (jpeg, png) = (JPEGCodec(), PNGCodec())

try folder.write(Landscape.draw(), as: "landscape.jpg", with: jpeg, quality: 88)
let portrait = Portrait.draw().bitmap()
for orientation in Orientation.allCases {
  try folder.write(
    portrait.stored(orientation), as: "portrait-\(orientation.rawValue).jpg", with: jpeg, quality: 90,
    orientation: orientation)
}
try folder.write(Sticker.draw(), as: "sticker.png", with: png)
try folder.write(Charts.zonePlate(), as: "zoneplate.png", with: png)
try folder.write(Charts.deepGradient(), as: "gradient16.png", with: png)
try folder.write(Charts.checker(), as: "checker.png", with: png)
