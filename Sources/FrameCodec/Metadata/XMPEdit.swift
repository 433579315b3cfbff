import FrameGeometry
import FrameImage

/// The changes of XMP for an edited image.
package struct XMPEdit: Equatable, Sendable {
  /// The output's size.
  package var size: PixelSize?
  /// True if the image has moved within the output.
  package var moves = false
  /// True if coordinates have changed, including by scaling.
  package var changesCoordinates = false
  /// What goes, as a property and as a field of one.
  package var drops: Set<MetadataPart> = []
  /// Unless nil, other properties go, too.
  package var keeps: Set<MetadataPart>?

  /// True if no field about a place stays, wherever it is.
  fileprivate var hidesPlace: Bool { drops.contains(.gps) || keeps?.contains(.gps) == false }
}

extension XMPPacket {
  /// Returns the packet of an upright image, with the other changes.
  ///
  /// - Returns: the packet, or nil if no property is left, and what was removed; nil if the text is not understood.
  package func edited(_ edit: XMPEdit) -> (packet: XMPPacket?, gone: Set<MetadataPart>)? {
    // An orientation that is not understood was not applied, and stays.
    let isUnderstood = orientation != nil
    let result = edited(goesNested: { Self.isUnwanted($0, edit) }) { name in
      let fate = Self.fate(of: name, edit)
      return name == Self.orientationName && fate != .goes && !isUnderstood ? .stays : fate
    }
    guard let result else { return nil }
    // Coordinates in a form that is not understood would remain.
    if edit.hidesPlace, let left = result.packet?.bytes, left.tellsPlace { return nil }
    // The time of a position is a place and a date. If the positions stay, it was dropped as a date.
    let gone = result.gone.map { name in
      MetadataPart.isPlaceTime(name) && !edit.hidesPlace ? .date : MetadataPart(name: name)
    }
    return (result.packet, Set(gone).subtracting(deniesMotionPhoto ? [.motionPhoto] : []))
  }

  /// True if the packet says that there is no video. Some cameras write this into each photo.
  private var deniesMotionPhoto: Bool {
    let values = ["MotionPhoto", "MicroVideo"].compactMap {
      value(of: Name(namespace: Space.camera, local: $0))
    }
    return !values.isEmpty && values.allSatisfy { $0.elementsEqual("0".utf8) }
  }

  /// The orientation of the stored image (XMP specification, part 2, 8.8); nil if the packet states none.
  package var orientation: Orientation? {
    guard bytes.contains(text: Self.orientationName.local), var value = value(of: Self.orientationName) else {
      return nil
    }
    value.removeAll { $0 <= 0x20 }
    return Orientation.allCases.first { orientation in
      let digit = "\(orientation.rawValue)", code = orientation.rawValue + 0x30
      let forms = [digit, "&#\(code);", "&#x\(String(code, radix: 16));", "<![CDATA[\(digit)]]>"]
      return forms.contains { value.elementsEqual($0.utf8) }
    }
  }

  private static let orientationName = Name(namespace: Space.tiff, local: "Orientation")

  /// Returns the packet with another orientation, if it contains one.
  ///
  /// - Returns: nil if the text is not understood.
  package func oriented(_ orientation: Orientation) -> XMPPacket? {
    edited { name in
      name == Self.orientationName ? .becomes("\(orientation.rawValue)") : .stays
    }?.packet
  }

  private static func fate(of name: Name, _ edit: XMPEdit) -> Disposition {
    let part = MetadataPart(name: name)
    switch part {
    case .thumbnail, .gainMap, .depthMap, .motionPhoto, .container: return .goes
    case .regions where edit.moves: return .goes
    case .subject where edit.changesCoordinates: return .goes
    case .resolution where edit.drops.contains(.resolution): return .goes
    default:
      let isKept = edit.keeps?.contains(part) ?? true || edit.keeps?.contains(.gps) == true && name.isLocation
      if isUnwanted(name, edit) || !isKept { return .goes }
    }
    switch (name.namespace, name.local) {
    case (Space.tiff, "Orientation"): return .becomes("1")
    case (Space.tiff, "ImageWidth"), (Space.exif, "PixelXDimension"):
      return edit.size.map { .becomes("\($0.width)") } ?? .stays
    case (Space.tiff, "ImageLength"), (Space.exif, "PixelYDimension"):
      return edit.size.map { .becomes("\($0.height)") } ?? .stays
    default: return .stays
    }
  }

  /// Returns whether a property or a field of one goes because of what it is about.
  private static func isUnwanted(_ name: Name, _ edit: XMPEdit) -> Bool {
    switch MetadataPart(name: name) {
    case .gps: edit.hidesPlace || edit.drops.contains(.date) && MetadataPart.isPlaceTime(name)
    case .date: edit.drops.contains(.date) || edit.keeps?.contains(.date) == false
    case .copyright: edit.drops.contains(.copyright)
    default: false
    }
  }

  enum Space {
    static let xmp = "http://ns.adobe.com/xap/1.0/"
    static let rights = "http://ns.adobe.com/xap/1.0/rights/"
    static let note = "http://ns.adobe.com/xmp/note/"
    static let tiff = "http://ns.adobe.com/tiff/1.0/"
    static let exif = "http://ns.adobe.com/exif/1.0/"
    /// The properties of EXIF 2.3 and later (CIPA DC-010).
    static let exifExtended = "http://cipa.jp/exif/1.0/"
    /// Adobe's dynamic media.
    static let media = "http://ns.adobe.com/xmp/1.0/DynamicMedia/"
    static let microsoft = "http://ns.microsoft.com/photo/1.0/"
    static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
    static let dublinCore = "http://purl.org/dc/elements/1.1/"
    static let dublinTerms = "http://purl.org/dc/terms/"
    static let iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
    static let iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    /// The positions of the World Wide Web Consortium: `lat`, `long` and `alt`.
    static let geo = "http://www.w3.org/2003/01/geo/wgs84_pos#"
    /// Positions as GML in feeds.
    static let geoRSS = "http://www.georss.org/georss/"
    static let earthPose = "http://ns.google.com/photos/dd/1.0/earthpose/"
    static let creativeCommons = "http://creativecommons.org/ns#"
    static let plus = "http://ns.useplus.org/ldf/xmp/1.0/"
    static let gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
    static let appleGainMap = "http://ns.apple.com/HDRGainMap/1.0/"
    static let container = "http://ns.google.com/photos/1.0/container/"
    static let containerItem = "http://ns.google.com/photos/1.0/container/item/"
    static let camera = "http://ns.google.com/photos/1.0/camera/"
    static let depth = "http://ns.google.com/photos/1.0/depthmap/"
    static let depthData = "http://ns.google.com/photos/dd/1.0/device/"
    static let image = "http://ns.google.com/photos/1.0/image/"
    static let audio = "http://ns.google.com/photos/1.0/audio/"
    static let regions = "http://www.metadataworkinggroup.com/schemas/regions/"
    static let microsoftRegions = "http://ns.microsoft.com/photo/1.2/"

    /// The namespaces for which programs use a prefix, in lowercase.
    static let prefixes = [
      "xmp": xmp, "xap": xmp, "xmprights": rights, "xaprights": rights, "dc": dublinCore,
      "dcterms": dublinTerms,
      "photoshop": photoshop, "cc": creativeCommons, "plus": plus, "exifex": exifExtended, "xmpdm": media,
      "microsoftphoto": microsoft, "iptc4xmpcore": iptcCore, "geo": geo, "tiff": tiff, "exif": exif,
    ]
  }

  /// True if nothing is left without the description of a gain map.
  var describesOnlyGainMap: Bool {
    guard let edited = edited(XMPEdit()), edited.packet == nil else { return false }
    return edited.gone.isSubset(of: [.gainMap, .container])
  }

  /// True if there is a second image that brightens this one on some screens.
  package var namesGainMap: Bool { bytes.contains(text: Space.gainMap) || namesApplesGainMap }

  /// True for the form that iPhones write: see `AppleGainMap`.
  package var namesApplesGainMap: Bool { bytes.contains(text: Space.appleGainMap) }
}

extension XMPPacket.Name {
  /// True for a property with coordinates among its fields, beside the names of the place.
  fileprivate var isLocation: Bool {
    namespace == XMPPacket.Space.iptcExtension && ["LocationCreated", "LocationShown"].contains(local)
  }
}

extension [UInt8] {
  /// True if there seem to be coordinates.
  fileprivate var tellsPlace: Bool {
    let small = map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return small.contains(text: "gpslat") || small.contains(text: "gpslon")
  }

  /// Returns whether the packet contains a text.
  func contains(text: String) -> Bool {
    let text = Array(text.utf8)
    guard let first = text.first, count >= text.count else { return false }
    return (0...count - text.count).contains {
      self[$0] == first && self[$0..<$0 + text.count].elementsEqual(text)
    }
  }
}
