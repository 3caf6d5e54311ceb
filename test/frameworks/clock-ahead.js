/**
 * A server that loads this before everything else thinks that it is later, by `CLOCK_AHEAD` milliseconds. So a month passes in
 * no time, and the browser, which goes by its own clock, keeps the cookies that the server has to refuse.
 *
 * @module
 */
const { now } = Date
const ahead = Number(process.env.CLOCK_AHEAD)

Date.now = () => now() + ahead

globalThis.Date = new Proxy(Date, {
  construct: (date, given, asked) => Reflect.construct(date, given.length > 0 ? given : [Date.now()], asked),
  apply: () => new Date().toString(),
})
