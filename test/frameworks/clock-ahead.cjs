/**
 * Moves the clock of a server ahead by `CLOCK_AHEAD` milliseconds. It is loaded before the app. The clock of the browser does not
 * change, so it keeps cookies that the server has to reject.
 *
 * @module
 */
const { now } = Date
const ahead = Number(process.env.CLOCK_AHEAD)

Date.now = () => now() + ahead

globalThis.Date = new Proxy(Date, {
  construct: (date, args, newTarget) =>
    Reflect.construct(date, args.length > 0 ? args : [Date.now()], newTarget),
  apply: () => new Date().toString(),
})
