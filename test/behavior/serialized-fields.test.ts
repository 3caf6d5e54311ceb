import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createAuth, toPublicSession, toRequestHead } from 'latchkey/server'
import { signInAs } from 'latchkey/testing'
import type { AuthConfig, Session } from 'latchkey/types'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestApp, origin } from '../support/app.js'

const warning =
  'A session was serialized with columns of the user that `GET session` does not return: emailVerified, passwordHash. ' +
  'Pass `toPublicSession(session)` to client components and page data. Details: npx latchkey explain private-fields-serialized'

/** Reads the session of a user with a column that browsers must not see, as server code does. */
async function readServerSession(callbacks: AuthConfig['callbacks'] = {}) {
  const adapter = MemoryAdapter()
  const { config, log } = createTestApp({ adapter, callbacks })
  const user = await adapter.createUser?.({
    ...{ id: 'ada-1', name: 'Ada', email: 'ada@example.com', emailVerified: null },
    ...{ passwordHash: 'secret hash' },
  })
  if (!user) throw new TypeError('no user')
  const { headers } = await signInAs(config, { user, url: origin })
  const head = toRequestHead(new Request(origin, { headers }))
  const session: Session | null = await createAuth(config).getSession(head)
  if (!session?.user) throw new TypeError('no session')
  return { session, user: session.user, warnings: log.warningMessages }
}

beforeEach(() => void vi.stubEnv('NODE_ENV', 'development'))
afterEach(() => vi.unstubAllEnvs())

describe('in development, a session with columns that `GET session` does not return', () => {
  test('is logged once, with their names, when it is serialized', async () => {
    const { session, warnings } = await readServerSession()
    const { stringify } = JSON
    stringify({ props: { session } })
    expect(await Response.json(session).json()).toMatchObject({ user: { passwordHash: 'secret hash' } })
    expect(warnings).toEqual([warning])
  })

  test('is logged with a `session` callback that returns selected fields', async () => {
    const session = ({ session: { expires, user } }: { session: Session }) => ({
      expires,
      user: { name: user?.name ?? null },
    })
    const { session: read, warnings } = await readServerSession({ session })
    expect(JSON.stringify(read)).not.toContain('secret hash')
    expect(warnings).toEqual([])
  })

  test('is not logged when server code reads, copies or changes the columns', async () => {
    const { user, warnings } = await readServerSession()
    expect({ ...user }).toMatchObject({ passwordHash: 'secret hash' })
    expect(structuredClone(user)).toMatchObject({ passwordHash: 'secret hash' })
    Object.assign(user, { passwordHash: 'changed' })
    expect(Reflect.get(user, 'passwordHash')).toBe('changed')
    expect(warnings).toEqual([])
  })

  test('is not logged when its public view is serialized', async () => {
    const { session, warnings } = await readServerSession()
    expect(JSON.stringify(toPublicSession(session))).not.toContain('secret hash')
    expect(warnings).toEqual([])
  })
})

test.each(['production', ''])('nothing is logged if NODE_ENV is "%s"', async environment => {
  vi.stubEnv('NODE_ENV', environment)
  const { session, warnings } = await readServerSession()
  expect(JSON.stringify(session)).toContain('secret hash')
  expect(warnings).toEqual([])
})
