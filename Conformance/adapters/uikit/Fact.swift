// The facts as values, for a test target with UIKit.

import Foundation

struct Suite: Decodable {
    let suite: String
    let facts: [Fact]

    /// The suites in the folder `facts` of a bundle.
    static func all(in bundle: Bundle) throws -> [Suite] {
        let files = bundle.urls(forResourcesWithExtension: "json", subdirectory: "facts") ?? []
        return try files.map { try JSONDecoder().decode(Suite.self, from: Data(contentsOf: $0)) }
    }
}

struct Fact: Decodable {
    let id: String
    let recognizers: [[String: Setting]]
    let require: [[String]]?
    let simultaneous: [[String]]?
    let touches: [RecordedTouch]
    let expect: [Transition]
    let differs: [String: Difference]?

    /// The transitions that UIKit is expected to make.
    var expectedOfUIKit: [Transition] { differs?["uikit"]?.expect ?? expect }
}

struct Difference: Decodable {
    let expect: [Transition]
}

struct RecordedTouch: Decodable {
    enum Phase: String, Decodable { case down, move, up, cancel }

    let id: Int
    let phase: Phase
    let t: Double
    let x: Double
    let y: Double
}

/// A transition of a recognizer. Values that are nil are not compared.
struct Transition: Decodable {
    let recognizer: String
    let state: String
    var t: Double?
    var translation: [Double]?
    var scale: Double?
    var rotation: Double?
    var within: Double?
}

/// A number, or a word such as `500ms`, `none` or a kind.
enum Setting: Decodable {
    case number(Double)
    case word(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .word(try container.decode(String.self))
        }
    }

    var word: String? {
        if case .word(let word) = self { word } else { nil }
    }

    /// The number, or the seconds of a duration in milliseconds.
    var number: Double? {
        switch self {
        case .number(let number): number
        case .word(let word): word.hasSuffix("ms") ? Double(word.dropLast(2)).map { $0 / 1000 } : nil
        }
    }
}
