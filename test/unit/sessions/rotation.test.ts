import { MemoryAdapter } from 'latchkey/adapters/memory'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type AppSetup, ada, comeBack, credentials, leadsTo, sessionCookie } from '../../support/app.js'
import { lyingProvider } from '../../support/lying-provider.js'
import type { Visitor } from '../../support/visitor.js'
import { clearsSession, clock, house, read, sessionLines, update } from './house.js'

const oldest = 'the first secret, of more than 32 characters'
const older = 'the second secret, of more than 32 characters'
const newest = 'the third secret, of more than 32 characters'

/** The same site before, while and after its secret is replaced; a browser may meet each of them. */
function deployments(more: AppSetup = {}) {
  const op = lyingProvider()
  const at = (secret: string | string[]) => house({ op, ...more, secret })
  return { op, before: at(oldest), between: at([newest, older, oldest]), after: at(newest) }
}

describe('replacing the secret with the old one kept behind it', () => {
  test('signs nobody out, and the next token is made with the new one', async () => {
    const { before, between, after } = deployments({ session: { updateAge: 0 } })
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    const later = between.open({ jar: visit.jar })
    expect(await later.session()).toMatchObject({ user: { name: 'Ada' } })
    expect(await after.open({ jar: visit.jar }).session()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('keeps a server that reads the session in the picture', async () => {
    const { before, between } = deployments()
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    expect(await read(visit, between.config)).toMatchObject({ user: { name: 'Ada' } })
  })

  test('breaks no form that is open', async () => {
    const { before, between } = deployments()
    const visit = before.open()
    const csrfToken = await visit.csrf()
    const later = between.open({ jar: visit.jar })
    const answer = await later.post('/auth/callback/credentials', { ...ada, csrfToken })
    expect(leadsTo(answer)).toBe(later.origin)
    expect(await later.csrf()).toBe(csrfToken)
  })

  test('breaks no sign-in that is under way', async () => {
    for (const adapter of [undefined, MemoryAdapter()]) {
      const { op, before, between } = deployments({ adapter })
      const visit = before.open()
      const away = await visit.signIn('op')
      const later = between.open({ jar: visit.jar })
      expect(leadsTo(await comeBack(later, op, away))).toBe(later.origin)
      expect(await later.session()).toMatchObject({ user: { email: 'grace@example.com' } })
    }
  })

  test('does not matter to stored sessions', async () => {
    const adapter = MemoryAdapter()
    await adapter.createUser({ id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null })
    const { before, after } = deployments({ adapter })
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    expect(await after.open({ jar: visit.jar }).session()).toMatchObject({ user: { name: 'Ada' } })
  })
})

describe('once the old secret is gone', () => {
  test('its sessions are over', async () => {
    const { before, after } = deployments()
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    const answer = await after.open({ jar: visit.jar }).get('/auth/session')
    expect(await answer.json()).toBeNull()
    expect(clearsSession(answer)).toBe(true)
  })

  test('its forms and flows are refused', async () => {
    const { op, before, after } = deployments()
    const visit = before.open()
    const csrfToken = await visit.csrf()
    const away = await visit.signIn('op')
    const later = after.open({ jar: visit.jar })
    const posted = await later.post('/auth/callback/credentials', { ...ada, csrfToken })
    expect(leadsTo(posted)).toBe(`${later.origin}/auth/signin?error=MissingCSRF`)
    expect(leadsTo(await comeBack(later, op, away))).toBe(`${later.origin}/auth/error?error=Configuration`)
    expect(sessionLines(posted)).toEqual([])
  })
})

describe('a first secret', () => {
  afterEach(() => void vi.unstubAllEnvs())

  const short = 'sixteen letters!'

  test.each(['development', 'production'])('under 32 characters is warned about in %s', async stage => {
    vi.stubEnv('NODE_ENV', stage)
    for (const secret of [short, [short, oldest]]) {
      const { open, log } = house({ secret })
      expect((await open().get('/auth/session')).status).toBe(200)
      expect(log.warnings).toEqual(['short-secret'])
    }
    const { open, log } = house({ secret: [newest, short] })
    await open().get('/auth/session')
    expect(log.warnings).toEqual([])
  })

  test('under 16 characters is refused in production, and the log says how to replace it', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { open, log } = house({ secret: ['fifteen letters', oldest] })
    const answer = await open().get('/auth/session')
    expect(answer.status).toBe(500)
    expect(await answer.json()).toBeNull()
    expect(log.types()).toEqual(['InvalidConfig'])
    expect(log.errors[0]?.message).toMatch(/AUTH_SECRET_1=new beside AUTH_SECRET=old/)
  })

  test('under 16 characters works elsewhere, with the warning', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const { open, log } = house({ secret: 'short' })
    const visit = open()
    await visit.signInWithCredentials(ada)
    expect(await visit.session()).not.toBeNull()
    expect(log.warnings).toEqual(['short-secret'])
  })
})

describe('`jwt.secret`', () => {
  const jwt = (secret: string | string[]): AppSetup => ({ jwt: { secret } })

  test('takes the place of `secret` for tokens, and may be several too', async () => {
    const [before, between] = [house(jwt(oldest)), house(jwt([newest, oldest]))]
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    expect(await house().open({ jar: visit.jar.clone() }).session()).toBeNull()
    expect(await between.open({ jar: visit.jar }).session()).toMatchObject({ user: { name: 'Ada' } })
  })

  test.each([[''], [[]], [['']]])('of %j is refused, for everybody knows that one', async secret => {
    const visit: Visitor = house(jwt(secret)).open()
    const answer = await visit.get('/auth/session')
    expect(answer.status).toBe(500)
    expect(await answer.json()).toBeNull()
  })
})

test('a session that was updated moves to the new secret at once', async () => {
  clock.stop()
  try {
    const { before, between, after } = deployments({ providers: [credentials] })
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    const old = visit.jar.get(sessionCookie)?.value
    await update(between.open({ jar: visit.jar }), {})
    expect(visit.jar.get(sessionCookie)?.value).not.toBe(old)
    expect(await after.open({ jar: visit.jar }).session()).toMatchObject({ user: { name: 'Ada' } })
  } finally {
    clock.start()
  }
})
