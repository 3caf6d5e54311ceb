import { parseObject } from '../../base/parse.js'
import { type DevClock, maxOffset } from './clock.js'
import { type ClockPageProps, renderClockPage } from './pages/clock-page.js'
import { type Routes, redirectTo, respondWithText } from './routes.js'

/** The page and the JSON of the clock. */
export function createClockRoutes(props: ClockPageProps): Routes {
  const { clock } = props
  const respondWithClock = () =>
    Response.json({ offset: clock.offset, now: new Date(clock.now()).toISOString() })
  return {
    'GET /clock': () => renderClockPage(props),
    'POST /clock': async request => {
      const form = new URLSearchParams(await request.text())
      const offset = readOffset(Object.fromEntries(form), clock)
      if (offset !== null) await clock.move(offset)
      return redirectTo('/clock')
    },
    'GET /clock.json': respondWithClock,
    'POST /clock.json': async request => {
      const offset = readOffset(parseObject(await request.text()) ?? {}, clock)
      if (offset === null)
        return respondWithText(400, `Send {"add": 3600} or {"offset": 0}: seconds from 0 to ${maxOffset}.`)
      await clock.move(offset)
      return respondWithClock()
    },
  }
}

/** Returns the new offset in seconds, or null if the values are not numbers. */
function readOffset({ add, offset }: Readonly<Record<string, unknown>>, clock: DevClock): number | null {
  const seconds = add === undefined ? toNumber(offset) : clock.offset + toNumber(add)
  return Number.isFinite(seconds) && seconds >= 0 && seconds <= maxOffset ? seconds : null
}

function toNumber(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN
}
