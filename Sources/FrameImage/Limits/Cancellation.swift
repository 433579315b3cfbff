import Synchronization

/// A flag that ends work early.
///
/// The caller sets it, from any thread and at any time. The work polls it at least every 100 ms and throws
/// `LimitExceeded.cancelled`. A time limit, Ctrl-C and a canceled task all end an edit in the same way, and the
/// library needs no clock.
///
/// `@unchecked`, because pointers are not `Sendable`; this one points to a single atomic number.
public final class Cancellation: @unchecked Sendable {
  private let flag: UnsafeMutablePointer<Atomic<Int32>>
  private let children = Mutex<[Child]>([])
  /// The names of the images and scripts that are being worked on, outermost first.
  private let subjects = Mutex<[String]>([])

  private struct Child {
    weak var cancellation: Cancellation?
  }

  public init() {
    flag = .allocate(capacity: 1)
    flag.initialize(to: Atomic(0))
  }

  /// A flag that is also set when `parent` is, but not the other way around.
  package convenience init(below parent: Cancellation?) {
    self.init()
    guard let parent else { return }
    parent.children.withLock { children in
      children.removeAll { $0.cancellation == nil }
      children.append(Child(cancellation: self))
    }
    // The parent may have been set before it knew this flag.
    if parent.isCancelled { cancel() }
  }

  deinit {
    flag.deinitialize(count: 1)
    flag.deallocate()
  }

  /// Asks the work to stop. Further calls have no effect.
  public func cancel() {
    flag.pointee.store(1, ordering: .relaxed)
    for child in children.withLock({ $0 }) { child.cancellation?.cancel() }
  }

  /// True once `cancel` was called.
  public var isCancelled: Bool { flag.pointee.load(ordering: .relaxed) != 0 }

  /// Tells that work begins that this flag can end. Every call of `begin` has one of `end`.
  ///
  /// - Parameter subject: The name of the image or the script that is worked on.
  package func begin(_ subject: String) { subjects.withLock { $0.append(subject) } }

  package func end(_ subject: String) {
    subjects.withLock { subjects in
      if let index = subjects.lastIndex(of: subject) { subjects.remove(at: index) }
    }
  }

  /// The innermost subject of the work that this flag can end; nil if there is no work.
  package var subject: String? { subjects.withLock(\.last) }

  /// The flag for C code to poll: an `int32_t` that is not 0 once the work is canceled. Valid while this object
  /// lives.
  package var address: UnsafePointer<Int32> {
    UnsafeRawPointer(flag).assumingMemoryBound(to: Int32.self)
  }
}

extension Cancellation: Hashable {
  public static func == (l: Cancellation, r: Cancellation) -> Bool { l === r }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
