import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FramePlan

@testable import FrameRender

/// The order of the work, without threads. A random generator decides which step ends first, so a test covers far
/// more sequences of events than threads would.
@Suite(.timeLimit(.minutes(2))) struct ProgressTests {
  /// SplitMix64 (Steele, Lea and Flood, 2014).
  private struct Die {
    var state: UInt64

    mutating func roll(_ count: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((z ^ (z >> 31)) % UInt64(count))
    }
  }

  /// The contents of rings and buffers while a schedule is executed.
  private struct Course {
    let schedule: BandSchedule
    var progress: Progress
    var running: [Step] = []
    var rings: [[Int: Int]]
    var buffers: [Int: Int] = [:]
    var written = 0
    var isClosed = false
    var finished: Set<Int> = []

    init(_ schedule: BandSchedule) {
      self.schedule = schedule
      progress = Progress(schedule)
      rings = schedule.sources.map { _ in [:] }
    }

    mutating func begin(_ step: Step) {
      running.append(step)
      switch step {
      case .decode(let image, let rows):
        // From now on, the rows that were stored there are lost.
        let source = schedule.sources[image]
        expectTrue(rows.count <= source.chunk && source.needs.rows.contains(rows))
        expectTrue(rows.lowerBound % source.capacity + rows.count <= source.capacity)
        for row in rows { rings[image][row % source.capacity] = nil }
      case .draw(let band): buffers[band % schedule.buffers] = nil
      case .write(let band):
        expectTrue(band == written && buffers[band % schedule.buffers] == band)
      case .finish, .close: break
      }
    }

    mutating func end(_ step: Step, _ needs: [[Range<Int>]]) {
      switch step {
      case .decode(let image, let rows):
        for row in rows { rings[image][row % schedule.sources[image].capacity] = row }
      case .draw(let band):
        // Rows that were present all the time are still present at the end.
        for (image, source) in schedule.sources.enumerated() {
          let missing = needs[image][band].first { rings[image][$0 % source.capacity] != $0 }
          expectTrue(missing == nil, "band \(band), image \(image)")
        }
        buffers[band % schedule.buffers] = band
      case .write(let band):
        expectEqual(buffers[band % schedule.buffers], band)
        written += 1
      case .finish(let image): expectTrue(finished.insert(image).inserted)
      case .close:
        expectTrue(written == schedule.count && finished.count == schedule.sources.count)
        isClosed = true
      }
      for image in progress.end(step) { rings[image] = [:] }
    }
  }

  static let scenes: [(String, RenderPlan)] = {
    func plan(_ images: [PixelSize], canvas: PixelSize, _ matrices: [AffineTransform]) -> RenderPlan {
      let bitmaps = images.map { Bitmap(size: $0, format: .gray8) }
      let items = matrices.enumerated().map { i, matrix in
        RenderPlan.Item.draw(bitmaps[i % bitmaps.count], i % bitmaps.count, by: matrix)
      }
      return RenderPlan(bitmaps, canvas: canvas, items, output: .gray8)
    }
    let tall = size(30, 700)
    return [
      ("turned a little", plan([tall], canvas: tall, [AffineTransform.turned(7).centered(tall, in: tall)])),
      ("turned round", plan([tall], canvas: tall, [AffineTransform.turned(180).centered(tall, in: tall)])),
      (
        "three, of which one is drawn twice",
        plan(
          [tall, size(10, 500), size(9, 90)], canvas: size(40, 900),
          [
            AffineTransform.moved(3.5, 2.25), AffineTransform.scaled(1, 1.5).then(.moved(0, 100)),
            AffineTransform.moved(5, 700), AffineTransform.scaled(1, 0.5).then(.moved(0, 500)),
          ])
      ),
      ("nothing of it", plan([tall], canvas: size(9, 300), [.moved(1000, 0)])),
      ("none", plan([], canvas: size(9, 300), [])),
      ("shrunk", plan([size(9, 3000)], canvas: size(9, 150), [.scaled(1, 0.05)])),
    ]
  }()

  @Test("Work ends in any order of events, and no needed row is overwritten", arguments: [1, 2, 3, 16])
  func courses(jobs: Int) {
    for (name, plan) in Self.scenes {
      let drawing = plan.drawing(kernels: .fastest)
      let schedule = BandSchedule(plan, drawing, jobs: jobs)
      let needs = plan.images.indices.map { image in
        (0..<schedule.count).map {
          drawing.sourceRows(ofEach: plan.images.count, for: schedule.rows(of: $0))[image]
        }
      }
      for seed in 0..<60 {
        // Any number of workers, and any order in which they finish.
        var die = Die(state: UInt64(seed))
        let workers = 1 + die.roll(jobs)
        var course = Course(schedule)
        while true {
          var isOver = false
          while course.running.count < workers, !isOver, let next = course.progress.next() {
            switch next {
            case .step(let step): course.begin(step)
            case .over: isOver = true
            }
          }
          guard !course.running.isEmpty else { break }
          let step = course.running.remove(at: die.roll(course.running.count))
          course.end(step, needs)
        }
        expectTrue(course.isClosed, "\(name), \(workers) of \(jobs), seed \(seed)")
      }
    }
  }

  @Test("The first image's error is reported, whichever step fails first", arguments: [1, 2, 5])
  func failures(workers: Int) {
    struct Failed: Error, Equatable { var rank: Int }
    for (name, plan) in Self.scenes {
      let drawing = plan.drawing(kernels: .fastest)
      let schedule = BandSchedule(plan, drawing, jobs: 5)
      for seed in 0..<200 {
        var die = Die(state: UInt64(seed))
        // The row at which each image fails, and the band at which the output fails.
        let rows = plan.images.map { die.roll(2) == 0 ? die.roll($0.size.height + 1) : Int.max }
        let band = die.roll(2) == 0 ? die.roll(schedule.count + 1) : Int.max
        func failure(_ step: Step) -> Failed? {
          switch step {
          case .decode(let image, let part):
            part.upperBound > rows[image] ? Failed(rank: image) : nil
          case .finish(let image): rows[image] < Int.max ? Failed(rank: image) : nil
          case .draw: nil
          case .write(let number): number >= band ? Failed(rank: plan.images.count) : nil
          case .close: band == schedule.count ? Failed(rank: plan.images.count) : nil
          }
        }
        var progress = Progress(schedule)
        var running: [Step] = []
        while true {
          while running.count < workers, case .step(let step)? = progress.next() { running.append(step) }
          guard !running.isEmpty else { break }
          let step = running.remove(at: die.roll(running.count))
          if let failed = failure(step) { progress.fail(step, failed) } else { _ = progress.end(step) }
        }
        let expected = rows.firstIndex { $0 < Int.max } ?? (band < Int.max ? plan.images.count : nil)
        expectEqual((progress.error as? Failed)?.rank, expected, "\(name), seed \(seed)")
        expectEqual(progress.next(), .over)
      }
    }
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool { clamped(to: other) == other }
}
