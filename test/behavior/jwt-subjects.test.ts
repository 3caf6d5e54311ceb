import { MemoryAdapter } from 'latchkey/adapters/memory'
import { encode } from 'latchkey/jwt'
import type { Plugin } from 'latchkey/plugins'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials } from '../support/app.js'

/** Confirms the user of a session with a one-time password. */
const raise: Plugin = {
  id: 'raise',
  actions: { '': { POST: async ctx => ({ data: { isRaised: await ctx.raiseSession(['otp']) } }) } },
}

/** What the `jwt` callback sets `sub` to. Without it, the callback leaves `sub` alone. */
interface Change {
  readonly sub?: unknown
}

/** Opens a browser of an app, and captures each `sub` that is written to a token or passed to the `session` callback. */
function openApp(first: Change, hasRevocation: boolean) {
  let change = first
  const written: unknown[] = []
  const shown: unknown[] = []
  const app = createTestApp({
    providers: [credentials],
    ...(hasRevocation && { revocation: { maxStale: 0 }, records: MemoryAdapter().records }),
    plugins: [raise],
    session: { updateAge: 0 },
    jwt: {
      encode: async params => {
        written.push(params.token?.sub)
        return await encode(params)
      },
    },
    callbacks: {
      jwt: ({ token }) => Object.assign(token, change),
      session: ({ session, token }) => {
        shown.push(token.sub)
        return session
      },
    },
  })
  const visit = app.open()
  const post = async (path: string, body: object) => {
    const fields = { csrfToken: await visit.getCsrfToken(), ...body }
    return await visit.post(path, fields, { json: true, headers: { accept: 'application/json' } })
  }
  const setChange = (next: Change) => {
    change = next
    written.length = 0
  }
  return { visit, log: app.log, post, setChange, written, shown }
}

type App = ReturnType<typeof openApp>

/** The steps that write a session token. */
const steps: Readonly<Record<string, (app: App) => Promise<unknown>>> = {
  'a sign-in': ({ visit }) => visit.signInWithCredentials(ada),
  'a read': ({ visit }) => visit.get('/auth/session'),
  'an update': ({ post }) => post('/auth/session', { data: {} }),
  'a session that is raised': async ({ visit, post }) => {
    await visit.get('/auth/session')
    await post('/auth/raise', {})
  },
}

describe.each([
  ['without `revocation`', false],
  ['with `revocation`', true],
])('%s', (_, hasRevocation) => {
  describe.each(Object.entries(steps))('%s', (name, run) => {
    async function openSignedIn(change: Change) {
      const app = openApp(name === 'a sign-in' ? change : {}, hasRevocation)
      if (name !== 'a sign-in') await app.visit.signInWithCredentials(ada)
      if (name !== 'a sign-in') app.setChange(change)
      return app
    }

    test.each([
      [5, '5'],
      [0, '0'],
      [5n, '5'],
      [9007199254740993n, '9007199254740993'],
      ['a', 'a'],
    ])('writes the `sub` %o of the `jwt` callback as the text %o', async (sub, text) => {
      const app = await openSignedIn({ sub })
      await run(app)
      expect(new Set(app.written)).toEqual(new Set([text]))
      expect(await app.visit.getSession()).not.toBeNull()
      expect(app.shown.at(-1)).toBe(text)
      expect(app.log.types()).toEqual([])
    })

    test.each([undefined, null].map(sub => [sub]))('writes a token whose `sub` is %o', async sub => {
      const app = await openSignedIn({ sub })
      await run(app)
      expect(app.written.length).toBeGreaterThan(0)
      expect(app.log.types()).toEqual([])
    })

    const notIds = ['', Number.NaN, 1.5, {}, [], true, false, new Date(0)]
    test.each(notIds.map(sub => [sub]))('rejects the `sub` %o, and names the callback', async sub => {
      const app = await openSignedIn({ sub })
      await run(app)
      // A session is raised without the callback, and keeps its user.
      expect(app.written.filter(written => written !== 'ada-1')).toEqual([])
      const messages = app.log.errors.map(error => error.message).join('\n')
      expect(messages).toContain('`callbacks.jwt` returned a token whose `sub` is not an id: ')
      app.setChange({})
      if (name === 'a sign-in') await app.visit.signInWithCredentials(ada)
      expect(await app.visit.getSession()).not.toBeNull()
    })
  })
})

test('a number from the `jwt` callback does not write the token again at each read', async () => {
  const app = openApp({ sub: 5 }, false)
  await app.visit.signInWithCredentials(ada)
  expect(app.written).toEqual(['5'])
})
