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
  test('in development the message suggests a new random secret for each configuration', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const lines = []
    for (let run = 0; run < 2; run++) {
      const { message } = await getConfigError(createFaultyConfig({ secret: undefined }))
      lines.push(/^AUTH_SECRET="?[\w+/=-]{43,}"?$/m.exec(message)?.[0])
    }
    expect(lines[0]).toBeDefined()
    expect(new Set(lines).size).toBe(2)
  })

  test('in development the message says how Node without a framework reads .env', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const { message } = await getConfigError(createFaultyConfig({ secret: undefined }))
    expect(message).toContain('--env-file=.env')
  })

  test('the suggested secret is accepted', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const { message } = await getConfigError(createFaultyConfig({ secret: undefined }))
    const [, suggested = ''] = /^AUTH_SECRET="?([^"\n]+)"?$/m.exec(message) ?? []
    expect(await getConfigError(createFaultyConfig({ secret: suggested }))).toMatchObject({ status: 200 })
  })

  test('the suggested secret is only logged and not shown on pages', async () => {
    for (const environment of ['development', 'test']) {
      vi.stubEnv('NODE_ENV', environment)
      const { open, log } = withSecret(undefined)
      const pages = await Promise.all(
        ['error', 'signin', 'signout', 'csrf'].map(async path => (await open().get(`/auth/${path}`)).text()),
      )
      const [, suggested = ''] = /^AUTH_SECRET="?([^"\n]+)"?$/m.exec(log.errors[0]?.message ?? '') ?? []
      expect(suggested).not.toBe('')
      for (const page of pages) expect(page).not.toContain(suggested)
    }
  })

  test.each(['production', undefined])('no secret is suggested if NODE_ENV is %s', async environment => {
    vi.stubEnv('NODE_ENV', environment)
    const { type, message } = await getConfigError(createFaultyConfig({ secret: undefined }))
    expect(type).toBe('MissingSecret')
    expect(message).not.toContain('AUTH_SECRET=')
  })
})

describe('a short secret', () => {
  test('is rejected as `jwt.secret` in production, and logged as a warning otherwise', async () => {
    const app = () => createTestApp({ providers: [credentials], jwt: { secret: 'short' } })
    const { open, log } = app()
    expect((await open().get('/auth/session')).status).toBe(200)
    expect(log.warnings).toEqual(['short-secret'])
    vi.stubEnv('NODE_ENV', 'production')
    expect((await getConfigError(app().config)).message).toMatch(/`jwt.secret`/)
  })

  const [short, weak, good] = ['only 15 letters', 'over 16 but under 32 letters', 'x'.repeat(32)] as const

  test('with fewer than 32 characters is logged as a warning once', async () => {
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

  test('with fewer than 16 characters is rejected in production, and the message explains rotation', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { status, type, message } = await getConfigError(withSecret(short).config)
    expect({ status, type }).toEqual({ status: 500, type: 'InvalidConfig' })
    expect(message).toMatch(/`secret`.*AUTH_SECRET_1/s)
    expect(message).not.toContain(short)
  })

  test('is accepted in development, and as an old secret', async () => {
    expect(await getConfigError(withSecret(short).config)).toMatchObject({ status: 200 })
    vi.stubEnv('NODE_ENV', 'production')
    expect(await getConfigError(withSecret(weak).config)).toMatchObject({ status: 200 })
    expect(await getConfigError(withSecret([good, short]).config)).toMatchObject({ status: 200 })
  })
})

test.each([[''], [[]], [['']]])('an empty `jwt.secret` is rejected: %j', async secret => {
  const answer = await createTestApp({ jwt: { secret } }).open().get('/auth/session')
  expect(answer.status).toBe(500)
  expect(await answer.json()).toBeNull()
})
