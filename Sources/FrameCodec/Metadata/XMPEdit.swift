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
  package var dropsPlace = false
  package var dropsDate = false
  package var dropsCopyright = false
  package var dropsResolution = false
  /// Unless nil, only these are kept.
  package var only: Only?

  package struct Only: OptionSet, Equatable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let place = Only(rawValue: 1)
    package static let copyright = Only(rawValue: 2)
    package static let resolution = Only(rawValue: 4)
    package static let date = Only(rawValue: 8)
  }

  package init(size: PixelSize? = nil) {
    self.size = size
  }
}

extension XMPPacket {
  /// Something that an edited packet lacks.
  package enum Part: String, Hashable, Sendable, CaseIterable {
    case thumbnail
    case place
    /// The time when the image was taken.
    case date
    case copyright
    case resolution
    /// The description of a second image that brightens the first one.
    case gainMap = "gain map"
    case depthMap = "depth map"
    case motionPhoto = "motion photo"
    /// The list of other images in the file.
    case container = "list of images"
    /// The positions of faces and other things.
    case regions
    /// The position of the subject, in pixels.
    case subject = "subject area"
    /// Anything else that was not wanted.
    case others
  }

  /// Returns the packet of an upright image, with the other changes.
  ///
  /// - Returns: the packet, or nil if no property is left, and what was removed; nil if the text is not understood.
  package func edited(_ edit: XMPEdit) -> (packet: XMPPacket?, gone: Set<Part>)? {
    guard let result = edited(goesNested: { Self.isUnwanted($0, edit) }, { Self.fate(of: $0, edit) }) else {
      return nil
    }
    // Coordinates in a form that is not understood would remain.
    let hidesPlace = edit.dropsPlace || edit.only.map { !$0.contains(.place) } ?? false
    if hidesPlace, let left = result.packet?.bytes, left.tellsPlace { return nil }
    // The time of a position is a place and a date. If the positions stay, it was dropped as a date.
    let gone = result.gone.map { name in
      Self.isPlaceTime(name) && !hidesPlace ? .date : Self.part(of: name) ?? .others
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
    let name = Name(namespace: Space.tiff, local: "Orientation")
    guard bytes.contains(text: name.local) else { return nil }
    return value(of: name).flatMap { Int(String(decoding: $0, as: UTF8.self)) }.flatMap(Orientation.init)
  }

  /// Returns the packet with another orientation, if it contains one.
  ///
  /// - Returns: nil if the text is not understood.
  package func oriented(_ orientation: Orientation) -> XMPPacket? {
    edited { name in
      let isOrientation = name == Name(namespace: Space.tiff, local: "Orientation")
      return isOrientation ? .becomes("\(orientation.rawValue)") : .stays
    }?.packet
  }

  private static func fate(of name: Name, _ edit: XMPEdit) -> Disposition {
    let part = part(of: name)
    switch part {
    case .thumbnail, .gainMap, .depthMap, .motionPhoto, .container: return .goes
    case .regions where edit.moves: return .goes
    case .subject where edit.changesCoordinates: return .goes
    case .resolution where edit.dropsResolution: return .goes
    default: if isUnwanted(name, edit) { return .goes }
    }
    if let only = edit.only {
      switch part {
      case .place where only.contains(.place): break
      case .date where only.contains(.date): break
      case .copyright where only.contains(.copyright): break
      case .resolution where only.contains(.resolution): break
      default: return .goes
      }
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

  /// Returns whether a property or a field of one has a purpose that is dropped.
  private static func isUnwanted(_ name: Name, _ edit: XMPEdit) -> Bool {
    switch part(of: name) {
    case .place:
      edit.dropsPlace || edit.only?.contains(.place) == false || edit.dropsDate && isPlaceTime(name)
    case .date: edit.dropsDate
    case .copyright: edit.dropsCopyright
    default: false
    }
  }

  /// Returns true for the time or the date of a position.
  private static func isPlaceTime(_ name: Name) -> Bool {
    ["gpstimestamp", "gpsdatestamp"].contains(name.local.lowercased())
  }

  static func part(of name: Name) -> Part? {
    if name.local.utf8.count >= 3, name.local.prefix(3).lowercased() == "gps" { return .place }
    switch name.namespace {
    case Space.xmp:
      switch name.local {
      case "Thumbnails": return .thumbnail
      case "CreateDate", "ModifyDate", "MetadataDate": return .date
      default: return nil
      }
    case Space.dublinCore:
      return ["rights", "creator"].contains(name.local) ? .copyright : name.local == "date" ? .date : nil
    case Space.photoshop:
      return name.local == "Credit" ? .copyright : name.local == "DateCreated" ? .date : nil
    case Space.media: return name.local == "shotDate" ? .date : nil
    case Space.microsoft: return name.local == "DateAcquired" ? .date : nil
    case Space.rights, Space.creativeCommons, Space.plus: return .copyright
    case Space.tiff:
      switch name.local {
      case "Artist", "Copyright": return .copyright
      case "XResolution", "YResolution", "ResolutionUnit": return .resolution
      case "DateTime": return .date
      default: return nil
      }
    case Space.exif, Space.exifExtended:
      if ["SubjectArea", "SubjectLocation"].contains(name.local) { return .subject }
      return ["DateTime", "SubSecTime", "OffsetTime"].contains { name.local.hasPrefix($0) } ? .date : nil
    case Space.gainMap, Space.appleGainMap: return .gainMap
    case Space.container: return .container
    case Space.camera:
      let words = ["MotionPhoto", "MicroVideo"]
      return words.contains { name.local.hasPrefix($0) } ? .motionPhoto : nil
    case Space.depth, Space.depthData, Space.image, Space.audio: return .depthMap
    case Space.regions, Space.microsoftRegions: return .regions
    default: return nil
    }
  }

  /// Returns the namespaces for which programs use a prefix.
  static func spaces(ofPrefix prefix: String) -> [String] {
    switch prefix.lowercased() {
    case "xmp", "xap": [Space.xmp]
    case "xmprights", "xaprights": [Space.rights]
    case "dc": [Space.dublinCore]
    case "photoshop": [Space.photoshop]
    case "cc": [Space.creativeCommons]
    case "plus": [Space.plus]
    case "exifex": [Space.exifExtended]
    case "xmpdm": [Space.media]
    case "microsoftphoto": [Space.microsoft]
    default: []
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

extension [UInt8] {
  /// True if there seem to be coordinates.
  fileprivate var tellsPlace: Bool {
    let small = map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return small.contains(text: "gpsl")
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
