/// Returns the result of `body`, or throws what `convert` makes of its error.
@inlinable
package func converting<Result, Thrown: Error, Converted: Error>(
  _ body: @autoclosure () throws(Thrown) -> Result, _ convert: (Thrown) -> Converted
) throws(Converted) -> Result {
  do throws(Thrown) {
    return try body()
  } catch {
    throw convert(error)
  }
}
