import FrameImage

extension Landscape.Mountains {
  /// Returns the lit color of the ground or wood at a point, without haze.
  static func surface(_ x: Double, _ z: Double) -> Color {
    let step = max(2, z * 0.0026)
    let ground = height(x, z)
    let across = (height(x + step, z) - ground) / step
    let along = (height(x, z + step) - ground) / step
    let length = (1 + across * across + along * along).squareRoot()
    let facing = (-across * Landscape.light.x + Landscape.light.y - along * Landscape.light.z) / length
    let flatness = 1 / length
    let sunlight = clamp(facing * 1.25) * sunshine(x, z, ground)

    let grain = Noise.fractal(x / 90, z / 90, octaves: 4, seed: 70)
    // Strata: steep faces show layers of rock, and snow lies on the ledges between them.
    let strata = Noise.fractal(x / 60 + z / 90, (ground + 0.25 * x) / 26, octaves: 4, seed: 76)
    let rock = mix(Landscape.rockDark, Landscape.rockLight, clamp(0.45 + 0.5 * grain + 0.8 * strata))
    let meadow = mix(Landscape.grassDark, Landscape.grassLight, clamp(0.5 + 1.2 * grain))
    var base = mix(rock, meadow, smooth(flatness, from: 0.62, to: 0.82) * smooth(ground, from: 900, to: 500))
    let snow =
      smooth(ground + 240 * grain + 120 * strata, from: 660, to: 860)
      * smooth(flatness + 0.16 * strata, from: 0.43, to: 0.56)
    base = mix(base, Landscape.snow, snow)

    var ambient = Color(0.40, 0.47, 0.60)
    let density = forest(x, z, ground)
    if density > 0 {
      let tree = crown(x, z, ground)
      let tone = Noise.unit(Int(x / 9), Int(z / 9), seed: 95)
      let spruce = mix(Landscape.spruceDark, Landscape.spruceLight, 0.6 * tone + 0.4 * clamp(grain + 0.5))
      // Trees are bright at their tips and on the side facing the sun.
      let tip = z < treesEnd ? 0.45 + 0.55 * clamp(tree / 22) : 0.75
      base = mix(base, spruce * tip, z < treesEnd && tree > 1 ? 1 : density)
      if z < treesEnd, tree > 0 {
        let side = tree - crown(x + 2.2, z - 1.2, ground)
        return base * (ambient + Landscape.sunColor * clamp(0.25 + side * 0.09) * sunlight * 1.6)
      }
    }
    ambient *= 0.75 + 0.25 * flatness
    return base * (ambient + Landscape.sunColor * sunlight)
  }

  /// Returns the share of sunlight that reaches a point: 0 in the shadow of another slope. It steps toward the sun over a
  /// coarse height field.
  private static func sunshine(_ x: Double, _ z: Double, _ ground: Double) -> Double {
    let light = Landscape.light
    var open = 1.0
    var distance = 60.0
    while distance < 2600 {
      let ray = ground + 12 + distance * light.y
      let there = height(x + distance * light.x, z + distance * light.z, octaves: 5)
      open = min(open, 0.5 + (ray - there) / (distance * 0.10))
      if open <= 0 { return 0 }
      distance *= 1.35
    }
    return open
  }
}

extension Landscape {
  static let sunColor = Color(1.02, 0.86, 0.62)
  static let rockDark = hex(0x55534F)
  static let rockLight = hex(0xA0978B)
  static let grassDark = hex(0x5C6B35)
  static let grassLight = hex(0x93964A)
  static let spruceDark = hex(0x22382A)
  static let spruceLight = hex(0x4E6A3C)
  static let snow = hex(0xF4F3F2)
}
