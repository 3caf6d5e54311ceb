/**
 * Returns a `Date` constructor whose current time is `getNow`, in milliseconds since the epoch. Everything else is that of `original`, and its
 * dates are instances of both.
 */
export function createDate(original: DateConstructor, getNow: () => number): DateConstructor {
  return new Proxy(original, {
    apply: () => new original(getNow()).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [getNow()], newTarget),
    get: (target, name) => (name === 'now' ? getNow : Reflect.get(target, name)),
  })
}
