/// Working pixels as C uses them: four floats each.
extension UnsafePointer<WorkingPixel> {
  var floats: UnsafePointer<Float> {
    UnsafeRawPointer(self).assumingMemoryBound(to: Float.self)
  }
}

extension UnsafeMutablePointer<WorkingPixel> {
  var floats: UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Float.self)
  }
}
