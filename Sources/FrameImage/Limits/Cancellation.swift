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
