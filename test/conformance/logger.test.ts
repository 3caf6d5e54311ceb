import { Auth, type AuthConfig } from 'latchkey'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { credentials, origin, secret } from '../support/app.js'

const base = { providers: [credentials], secret, trustHost: true }

/** Asks for something that is logged as an error, or with an adapter's call as a debugging line. */
async function ask(config: Partial<AuthConfig>, path = 'nothing') {
  await Auth(new Request(`${origin}/auth/${path}`), { ...base, ...config })
}

describe('the log', () => {
  const lines: string[][] = []
  const writers = ['error', 'warn', 'log'] as const
  beforeEach(() => {
    for (const name of writers)
      vi.spyOn(console, name).mockImplementation((...said) => void lines.push([name, ...said.map(String)]))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    lines.length = 0
  })

  const said = (name: string) => lines.filter(([writer]) => writer === name).map(([, text]) => text)
  /** A cookie that does not open is worth a debugging line. */
  const stranger = (config: Partial<AuthConfig>) => {
    const headers = { cookie: '__Secure-authjs.session-token=garbage' }
    return Auth(new Request(`${origin}/auth/session`, { headers }), { ...base, ...config })
  }

  test('goes to the console where no logger is given', async () => {
    await ask({ secret: 'a short secret of 24 ...' })
    expect(said('error')[0]).toMatch(/^\[auth\]\[error\] UnknownAction: /)
    expect(said('warn')).toEqual(['[auth][warn][short-secret]'])
  })

  test('goes to the methods that the logger has, and to the console for those it leaves out', async () => {
    const warnings: string[] = []
    const logger = { warn: (code: string) => void warnings.push(code) }
    await ask({ secret: 'a short secret of 24 ...', logger })
    expect(warnings).toEqual(['short-secret'])
    expect(said('warn')).toEqual([])
    expect(said('error')[0]).toMatch(/UnknownAction/)
  })

  test('has no debugging lines unless `debug` asks for them', async () => {
    await stranger({})
    expect(said('log')).toEqual([])
    await stranger({ debug: true })
    expect(said('log')).not.toEqual([])
  })

  test('leaves it to a `debug` method of the logger whether debugging lines are kept', async () => {
    const debug = vi.fn()
    await stranger({ debug: false, logger: { debug } })
    expect(debug).toHaveBeenCalled()
    expect(said('log')).toEqual([])
  })
})
