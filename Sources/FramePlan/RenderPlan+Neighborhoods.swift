import FrameGeometry

extension RenderPlan {
  /// Items of which each pixel becomes a function of its neighborhood.
  package struct NeighborhoodDraw: Hashable, Sendable {
    package var layer: String
    package var items: [Item]
    /// Changes some pixels.
    package var edit: NeighborhoodEdit
    /// The bounding box of the layer, or of the area, which moves with the items: blocks of pixels begin at its corner.
    package var box: Rect
    /// The area in which it acts; nil for everywhere.
    package var area: Clip?
    /// The image's outline, if its edge pixels are repeated beyond it. The squares of `pixelate` have the mean of the pixels
    /// inside; a square entirely outside has that of the repeated ones. nil to average all pixels.
    package var outline: Clip?
    /// The light in which the items are drawn and their pixels changed.
    package var light: LightUse

    package init(
      layer: String, items: [Item], _ edit: NeighborhoodEdit, box: Rect, area: Clip? = nil,
      outline: Clip? = nil, light: LightUse = .blending
    ) {
      (self.layer, self.items, self.edit) = (layer, items, edit)
      (self.box, self.area, self.outline, self.light) = (box, area, outline, light)
    }

    func applying(_ t: AffineTransform) -> Self {
      Self(
        layer: layer, items: items, edit.scaled(by: t.meanScale), box: box.applying(t),
        area: area?.applying(t), outline: outline?.applying(t), light: light)
    }

    /// Returns a box that contains the result, for a box of the items.
    func box(of content: Rect) -> Rect? {
      if edit.keepsAlpha { return content }
      let wide = content.grown(by: edit.reach)
      guard let area else { return wide }
      return area.boundingBox.flatMap(wide.intersection).map(content.union) ?? content
    }
  }
}
