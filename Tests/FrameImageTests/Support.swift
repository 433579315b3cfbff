import FrameImage

func size(_ width: Int, _ height: Int) -> PixelSize {
  PixelSize(width: width, height: height)!
}
