import { Auth, type AuthConfig } from 'latchkey'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { credentials, origin, secret } from '../support/app.js'

const base = { providers: [credentials], secret, trustHost: true }

/** Sends a request that logs an error. */
async function sendFailingRequest(config: Partial<AuthConfig>, path = 'callback/nothing') {
  await Auth(new Request(`${origin}/auth/${path}`), { ...base, ...config })
}

describe('logging', () => {
  const lines: string[][] = []
  const writers = ['error', 'warn', 'log'] as const
  beforeEach(() => {
    for (const name of writers)
      vi.spyOn(console, name).mockImplementation(
        (...getLines) => void lines.push([name, ...getLines.map(String)]),
      )
  })
  afterEach(() => {
    vi.restoreAllMocks()
    lines.length = 0
  })

  const getLines = (name: string) => lines.filter(([writer]) => writer === name).map(([, text]) => text)
  /** Sends an invalid session cookie, which logs a debug message. */
  const sendInvalidCookie = (config: Partial<AuthConfig>) => {
    const headers = { cookie: '__Secure-authjs.session-token=garbage' }
    return Auth(new Request(`${origin}/auth/session`, { headers }), { ...base, ...config })
  }

  test('uses the console if there is no logger', async () => {
    await sendFailingRequest({ secret: 'a short secret of 24 ...' })
    expect(getLines('error')[0]).toMatch(/^\[auth\]\[error\] InvalidProvider: /)
    expect(getLines('warn')).toEqual([expect.stringMatching(/^\[auth\]\[warn\]\[short-secret\] /)])
  })

  test('uses the methods of the logger, and the console for missing methods', async () => {
    const warnings: string[] = []
    const logger = { warn: (code: string) => void warnings.push(code) }
    await sendFailingRequest({ secret: 'a short secret of 24 ...', logger })
    expect(warnings).toEqual(['short-secret'])
    expect(getLines('warn')).toEqual([])
    expect(getLines('error')[0]).toMatch(/InvalidProvider/)
  })

  test('has no debug messages unless `debug` is set', async () => {
    await sendInvalidCookie({})
    expect(getLines('log')).toEqual([])
    await sendInvalidCookie({ debug: true })
    expect(getLines('log')).not.toEqual([])
  })

  test('passes debug messages to a `debug` method of the logger even if `debug` is off', async () => {
    const debug = vi.fn()
    await sendInvalidCookie({ debug: false, logger: { debug } })
    expect(debug).toHaveBeenCalled()
    expect(getLines('log')).toEqual([])
  })
})
