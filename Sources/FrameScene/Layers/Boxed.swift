import FrameGeometry

/// An optional value in storage of its own, so that copies of its owner stay small: layers are copied with every event.
@propertyWrapper package enum Boxed<Value> {
  case none
  indirect case some(Value)

  package init(wrappedValue: Value?) { self = wrappedValue.map(Self.some) ?? .none }

  package var wrappedValue: Value? {
    get { if case .some(let value) = self { value } else { nil } }
    set { self = Self(wrappedValue: newValue) }
  }

  /// The bytes of the storage; 0 without a value.
  var heldBytes: Int {
    if case .some = self { AllocatedBytes.header + MemoryLayout<Value>.stride } else { 0 }
  }
}

extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
extension Boxed: Sendable where Value: Sendable {}
