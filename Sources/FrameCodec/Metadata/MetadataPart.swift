/// What a field of metadata is about, in whichever kind of metadata a program stores it.
package enum MetadataPart: String, Hashable, Sendable, CaseIterable {
  /// A small copy of the image, and texts about the file that a thumbnail was made of.
  case thumbnail
  /// Where the image was taken. The time of a position is a date as well.
  case gps
  /// When the image was taken, digitized or changed.
  case date
  /// Who made the image, and who may use it.
  case copyright
  /// Pixels per length.
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
  /// Anything else.
  case others
}

/// The fields in which programs store a part.
private struct MetadataFields {
  let part: MetadataPart
  /// Tags of EXIF's first directory and of its EXIF directory.
  var exif: Set<Int> = []
  /// Data sets of IPTC's second record.
  var iptc: Set<UInt8> = []
  /// Names of XMP properties and their fields, by namespace. "Date*" stands for all names that begin with "Date".
  var xmp: [String: [String]] = [:]
  /// Keywords of texts, in lowercase. "date:*" stands for all keywords that begin with "date:".
  var keywords: [String] = []
}

extension MetadataPart {
  private typealias Space = XMPPacket.Space
  private typealias Tag = ExifBlock.Tag

  /// The table of all fields. Sources: EXIF 3.0 (CIPA DC-008), TIFF/EP and DNG; XMP (ISO 16684-1) and Exif in XMP (CIPA DC-010);
  /// IPTC's Photo Metadata and IIM 4.2; PNG (third edition), ImageMagick's texts, and freedesktop's thumbnails.
  private static let fields: [MetadataFields] = [
    MetadataFields(
      part: .gps,
      exif: [Tag.gps],
      xmp: [Space.geo: ["*"], Space.geoRSS: ["*"], Space.earthPose: ["*"]]),
    MetadataFields(
      part: .date,
      exif: [
        Tag.dateTime, Tag.dateTaken, Tag.dateDigitized, Tag.timeZone,
        // Time zones and fractions of seconds; DNG's date of the preview.
        0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292, 0xC71B,
      ],
      iptc: [55, 60, 62, 63],
      xmp: [
        Space.xmp: ["CreateDate", "ModifyDate", "MetadataDate"],
        Space.dublinCore: ["date"],
        Space.dublinTerms: ["date", "created", "modified", "issued"],
        Space.photoshop: ["DateCreated"],
        Space.media: ["shotDate"],
        Space.microsoft: ["DateAcquired"],
        Space.tiff: ["DateTime"],
        Space.exif: ["DateTime*", "SubSecTime*", "OffsetTime*"],
        Space.exifExtended: ["DateTime*", "SubSecTime*", "OffsetTime*"],
      ],
      keywords: ["creation time", "create-date", "modify-date", "timestamp", "date:*"]),
    MetadataFields(
      part: .copyright,
      exif: [Tag.artist, Tag.copyright, Tag.windowsAuthor, Tag.photographer],
      // By-line and its title, credit, copyright notice, contact.
      iptc: [80, 85, 110, 116, 118],
      xmp: [
        Space.rights: ["*"], Space.creativeCommons: ["*"], Space.plus: ["*"],
        Space.dublinCore: ["rights", "creator"],
        Space.dublinTerms: ["rights", "rightsHolder", "license", "creator"],
        Space.photoshop: ["Credit", "AuthorsPosition"],
        Space.iptcCore: ["CreatorContactInfo"],
        Space.tiff: ["Artist", "Copyright"],
        Space.exifExtended: ["Photographer"],
      ],
      keywords: ["copyright", "author"]),
    MetadataFields(
      part: .resolution,
      exif: [Tag.xResolution, Tag.yResolution, Tag.resolutionUnit],
      xmp: [Space.tiff: ["XResolution", "YResolution", "ResolutionUnit"]]),
    MetadataFields(
      part: .thumbnail, iptc: [200, 201, 202], xmp: [Space.xmp: ["Thumbnails"]], keywords: ["thumb::*"]),
    MetadataFields(part: .gainMap, xmp: [Space.gainMap: ["*"], Space.appleGainMap: ["*"]]),
    MetadataFields(
      part: .depthMap,
      xmp: [
        Space.depth: ["*"], Space.depthData: ["*"], Space.image: ["*"], Space.audio: ["*"],
      ]),
    MetadataFields(part: .motionPhoto, xmp: [Space.camera: ["MotionPhoto*", "MicroVideo*"]]),
    MetadataFields(part: .container, xmp: [Space.container: ["*"]]),
    MetadataFields(part: .regions, xmp: [Space.regions: ["*"], Space.microsoftRegions: ["*"]]),
    MetadataFields(
      part: .subject,
      exif: [Tag.subjectArea, Tag.subjectLocation],
      xmp: [
        Space.exif: ["SubjectArea", "SubjectLocation"],
        Space.exifExtended: ["SubjectArea", "SubjectLocation"],
      ]),
  ]

  /// The tags of parts in EXIF's first directory and in its EXIF directory.
  static func tags(of parts: Set<MetadataPart>) -> Set<Int> {
    fields.reduce(into: []) { if parts.contains($1.part) { $0.formUnion($1.exif) } }
  }

  /// The time and the date of the position in EXIF's GPS directory (CIPA DC-008, 4.6.6).
  static let placeTimeTags: Set = [0x07, 0x1D]

  /// - Parameter dataSet: of IPTC's second record.
  init(dataSet: UInt8) {
    self = Self.fields.first { $0.iptc.contains(dataSet) }?.part ?? .others
  }

  /// The names of properties by namespace.
  private static let names = fields.reduce(into: [String: [(patterns: [String], part: MetadataPart)]]()) {
    names, row in
    for (space, patterns) in row.xmp { names[space, default: []].append((patterns, row.part)) }
  }

  /// - Parameter name: the name of an XMP property, or of a field of one. In any namespace, "GPS" at its start means a place, and so
  ///   do latitudes and longitudes. Some programs leave out the slash at the end of a namespace.
  init(name: XMPPacket.Name) {
    let small = name.local.lowercased()
    if small.hasPrefix("gps") || small.hasSuffix("latitude") || small.hasSuffix("longitude") {
      self = .gps
    } else {
      let rows = Self.names[name.namespace] ?? Self.names[name.namespace + "/"]
      self = rows?.first { name.local.matches(any: $0.patterns) }?.part ?? .others
    }
  }

  /// - Parameter plainKeyword: a keyword of the table. Returns nil for another one.
  fileprivate init?(plainKeyword keyword: String) {
    let small = keyword.lowercased()
    guard let row = Self.fields.first(where: { small.matches(any: $0.keywords) }) else { return nil }
    self = row.part
  }

  /// - Parameter keyword: the keyword of a text. Programs also make keywords of the names of EXIF tags and XMP properties, as in
  ///   "exif:DateTimeOriginal" and "xmp:GPSLatitude".
  init(keyword: String) {
    if let part = Self(plainKeyword: keyword) {
      self = part
      return
    }
    let words = keyword.split(separator: ":")
    guard let local = words.last.map(String.init) else {
      self = .others
      return
    }
    let stated = words.count > 1 ? Space.prefixes[words[words.count - 2].lowercased()].map { [$0] } ?? [] : []
    let parts = (stated + [Space.tiff, Space.exif]).lazy.map {
      MetadataPart(name: .init(namespace: $0, local: local))
    }
    self = parts.first { [.gps, .date, .copyright].contains($0) } ?? .others
  }

  /// True for the time or the date of a position.
  static func isPlaceTime(_ name: XMPPacket.Name) -> Bool {
    ["gpstimestamp", "gpsdatestamp"].contains(name.local.lowercased())
  }
}

extension String {
  fileprivate func matches(any patterns: [String]) -> Bool {
    patterns.contains { $0.last == "*" ? hasPrefix($0.dropLast()) : self == $0 }
  }
}

extension MetadataBlock {
  /// What a text is about, by its keyword.
  var textPart: MetadataPart {
    (keyword ?? statedKeyword).map { MetadataPart(keyword: $0) } ?? .others
  }

  /// A keyword at the start of the text, for formats without keywords: "xmp:GPSLatitude" in "xmp:GPSLatitude: 48,7N".
  private var statedKeyword: String? {
    let most = 79  // PNG specification 11.3.3.2
    guard let colon = bytes.prefix(most + 2).firstRange(of: Array(": ".utf8)) else { return nil }
    let keyword = String(decoding: bytes[..<colon.lowerBound], as: UTF8.self)
    return keyword.contains(" ") && MetadataPart(plainKeyword: keyword) == nil ? nil : keyword
  }

  /// True if it contains the place where the image was taken.
  package var hasPlace: Bool {
    switch kind {
    case .exif: ExifBlock(bytes)?.hasPlace ?? false
    case .xmp: XMPPacket(bytes).names.contains { MetadataPart(name: $0) == .gps }
    case .iptc: false
    case .comment: textPart == .gps
    }
  }
}
