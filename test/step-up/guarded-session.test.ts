import { Hono } from 'hono'
import type { AuthConfig } from 'latchkey'
import { HonoAuth } from 'latchkey/hono'
import { createAuth, type RequestHead, toPublicSession, toRequestHead } from 'latchkey/server'
import { signInAs } from 'latchkey/testing'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, origin } from '../support/app.js'

type Callbacks = NonNullable<AuthConfig['callbacks']>

const id = 'id of ada'

/** Signs in, and returns the headers of a browser. */
async function signIn(callbacks: Callbacks): Promise<{ config: AuthConfig; headers: Headers }> {
  const { config } = createTestApp({ callbacks })
  const { headers } = await signInAs(config, { user: { ...ada, id }, url: origin })
  return { config, headers: new Headers(headers) }
}

async function openHead(callbacks: Callbacks): Promise<{ config: AuthConfig; head: RequestHead }> {
  const { config, headers } = await signIn(callbacks)
  return { config, head: toRequestHead(new Request(origin, { headers })) }
}

const replacesUser: Callbacks = {
  session: ({ session }) => ({ ...session, user: { name: 'Augusta' }, role: 'admin' }),
}

describe('the session that `requireAuth` allows', () => {
  test.each<[string, Callbacks, object]>([
    ['without callbacks', {}, { id, email: ada.email }],
    [
      'with the session that the callback received',
      { session: ({ session }) => session },
      { id, email: ada.email },
    ],
    ['with a user of the callback', replacesUser, { id, name: 'Augusta' }],
    ['without a user of the callback', { session: ({ session: { expires } }) => ({ expires }) }, { id }],
    [
      'with an id of the callback',
      { session: ({ session }) => ({ ...session, user: { id: 'own' } }) },
      { id: 'own' },
    ],
  ])('has the id of the user %s', async (_, callbacks, user) => {
    const { config, head } = await openHead(callbacks)
    const { session } = await createAuth(config).requireAuth(head)
    expect(session?.user).toMatchObject(user)
  })

  test('shows browsers no id that the callback left out', async () => {
    const { config, head } = await openHead(replacesUser)
    const { session } = await createAuth(config).requireAuth(head)
    expect(toPublicSession(session)).toMatchObject({ user: { name: 'Augusta' }, role: 'admin' })
    expect(toPublicSession(session)?.user).not.toHaveProperty('id')
  })

  test('has the id also after the handler has read the session without it', async () => {
    const { config, headers } = await signIn(replacesUser)
    const { auth, requireAuth } = HonoAuth(config)
    const app = new Hono()
      .use(auth)
      .use(async (c, next) => {
        await c.get('auth').getSession()
        return next()
      })
      .get('/', requireAuth(), c => c.text(c.get('session').user.id))
    expect(await (await app.request(origin, { headers })).text()).toBe(id)
  })

  test('is an error if the token does not name the user', async () => {
    const { config, head } = await openHead({ jwt: ({ token: { sub: _, ...token } }) => token })
    await expect(createAuth(config).requireAuth(head)).rejects.toMatchObject({
      type: 'InvalidConfig',
      message: expect.stringContaining('`sub`'),
    })
  })
})
