import { Cache } from '../base/cache.js'
import { isRecord } from '../base/parse.js'
import type { AuthConfig } from '../types/config.js'
import type { Settings } from '../types/context.js'
import type { Logger } from '../types/logger.js'

/** What was logged, by the logger of the app, which outlives configurations that are created for each request. */
const loggedWarnings = new WeakMap<object, Cache<true>>()
/** The key for configurations without a logger. */
const consoleKey = {}

/** Creates a function that logs each warning once per logger of the app. */
export function createWarnOnce(configuredLogger: AuthConfig['logger'], logger: Logger): Settings['warnOnce'] {
  const logged = getLoggedWarnings(isRecord(configuredLogger) ? configuredLogger : consoleKey)
  return (code, detail = '', text) => {
    const key = `${code} ${detail}`
    if (logged.get(key)) return
    logged.set(key, true)
    logger.warn(code, text)
  }
}

function getLoggedWarnings(key: object): Cache<true> {
  const cached = loggedWarnings.get(key)
  if (cached) return cached
  const fresh = new Cache<true>(100)
  loggedWarnings.set(key, fresh)
  return fresh
}
