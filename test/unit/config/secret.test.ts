import { afterEach, describe, expect, test, vi } from 'vitest'
import { ada, createTestApp, credentials } from '../../support/app.js'
import { getConfigError } from '../../support/config-error.js'

afterEach(() => {
  vi.unstubAllEnvs()
})

const withSecret = (secret: string | string[] | undefined) =>
  createTestApp({ providers: [credentials], secret })
const createFaultyConfig = ({ secret }: { secret: string | undefined }) => withSecret(secret).config

describe('without a secret', () => {
  test('in development the message has a line to paste, a new one for each configuration', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const lines = []
    for (let run = 0; run < 2; run++) {
      const { message } = await getConfigError(createFaultyConfig({ secret: undefined }))
      lines.push(/^AUTH_SECRET="?[\w+/=-]{43,}"?$/m.exec(message)?.[0])
    }
    expect(lines[0]).toBeDefined()
    expect(new Set(lines).size).toBe(2)
  })

  test('the line works when it is pasted', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const { message } = await getConfigError(createFaultyConfig({ secret: undefined }))
    const [, pasted = ''] = /^AUTH_SECRET="?([^"\n]+)"?$/m.exec(message) ?? []
    expect(await getConfigError(createFaultyConfig({ secret: pasted }))).toMatchObject({ status: 200 })
  })

  test('the line is for the log: no page shows it to whoever comes first', async () => {
    for (const environment of ['development', undefined]) {
      vi.stubEnv('NODE_ENV', environment)
      const { open, log } = withSecret(undefined)
      const pages = await Promise.all(
        ['error', 'signin', 'signout', 'csrf'].map(async path => (await open().get(`/auth/${path}`)).text()),
      )
      const [, pasted = ''] = /^AUTH_SECRET="?([^"\n]+)"?$/m.exec(log.errors[0]?.message ?? '') ?? []
      expect(pasted).not.toBe('')
      for (const page of pages) expect(page).not.toContain(pasted)
    }
  })

  test('in production there is none: a secret does not belong into a log', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { type, message } = await getConfigError(createFaultyConfig({ secret: undefined }))
    expect(type).toBe('MissingSecret')
    expect(message).not.toContain('AUTH_SECRET=')
  })
})

describe('a secret that can be guessed', () => {
  test('is no better as `jwt.secret`, which seals the sessions', async () => {
    const app = () => createTestApp({ providers: [credentials], jwt: { secret: 'short' } })
    const { open, log } = app()
    expect((await open().get('/auth/session')).status).toBe(200)
    expect(log.warnings).toEqual(['short-secret'])
    vi.stubEnv('NODE_ENV', 'production')
    expect((await getConfigError(app().config)).message).toMatch(/`jwt.secret`/)
  })

  const [short, weak, good] = ['only 15 letters', 'over 16 but under 32 letters', 'x'.repeat(32)] as const

  test('is warned about everywhere, once, and not from 32 characters on', async () => {
    for (const [secret, warnings] of [
      [short, ['short-secret']],
      [weak, ['short-secret']],
      ['x'.repeat(31), ['short-secret']],
      ['x'.repeat(32), []],
      [good, []],
      [[good, short], []],
    ] as const) {
      const { open, log } = withSecret(typeof secret === 'string' ? secret : [...secret])
      await open().signInWithCredentials(ada)
      await open().getCsrfToken()
      expect(log.warnings).toEqual(warnings)
    }
  })

  test('is refused in production under 16 characters, and the message says how to rotate', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { status, type, message } = await getConfigError(withSecret(short).config)
    expect({ status, type }).toEqual({ status: 500, type: 'InvalidConfig' })
    expect(message).toMatch(/`secret`.*AUTH_SECRET_1/s)
    expect(message).not.toContain(short)
  })

  test('is accepted in development, and behind a good one', async () => {
    expect(await getConfigError(withSecret(short).config)).toMatchObject({ status: 200 })
    vi.stubEnv('NODE_ENV', 'production')
    expect(await getConfigError(withSecret(weak).config)).toMatchObject({ status: 200 })
    expect(await getConfigError(withSecret([good, short]).config)).toMatchObject({ status: 200 })
  })
})

test.each([[''], [[]], [['']]])(
  'a `jwt.secret` of %j is refused, for everybody knows that one',
  async secret => {
    const answer = await createTestApp({ jwt: { secret } }).open().get('/auth/session')
    expect(answer.status).toBe(500)
    expect(await answer.json()).toBeNull()
  },
)
