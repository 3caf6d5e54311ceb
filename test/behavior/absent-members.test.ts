import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { toPublicSession } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { ada, credentials } from '../support/app.js'
import { adaUser, createSessionApp, read } from '../unit/sessions/session-app.js'

const states = ['given', 'null', 'undefined', 'absent'] as const
type State = (typeof states)[number]

const members = { name: 'Ada', email: ada.email, image: 'https://app.example/ada.png' }

/** All users whose members are given, null, undefined or absent. */
const users = states.flatMap(name =>
  states.flatMap(email =>
    states.map(image => createUser({ name, email, image } satisfies Record<keyof typeof members, State>)),
  ),
)

function createUser(chosen: Readonly<Record<keyof typeof members, State>>): Record<string, unknown> {
  const user: Record<string, unknown> = {}
  for (const member of ['name', 'email', 'image'] as const) {
    const state = chosen[member]
    if (state === 'given') user[member] = members[member]
    else if (state === 'null') user[member] = null
    else if (state === 'undefined') user[member] = undefined
  }
  return user
}

/** Lists the paths of undefined members, which `getServerSideProps` of Next refuses. */
function listUndefined(value: unknown, path = 'session'): string[] {
  if (value === undefined) return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => listUndefined(member, `${path}.${key}`))
}

const callbacks: Readonly<Record<string, AuthConfig['callbacks']>> = {
  'no callback': {},
  'a callback that returns the session': { session: ({ session }) => session },
  'a callback that copies what is absent': {
    session: ({ session, user, token }) => ({
      ...session,
      role: Reflect.get(token ?? user ?? {}, 'role'),
      lists: [{ absent: undefined }, [{ absent: undefined }]],
      user: { ...session.user, id: user?.id ?? token?.sub, nested: { absent: undefined, present: 1 } },
    }),
  },
  'a `jwt` callback that sets what is absent': {
    jwt: ({ token }) => ({ ...token, role: undefined, picture: token.picture ?? undefined }),
  },
  'callbacks that pass on the token': {
    jwt: ({ token }) => ({ ...token, role: undefined }),
    session: ({ session: { expires } }) => ({ expires }),
  },
}

async function readSessions(strategy: 'jwt' | 'database', user: object, more: AuthConfig['callbacks']) {
  const memory = MemoryAdapter()
  await memory.createUser({ ...adaUser, emailVerified: null })
  const adapter = {
    ...memory,
    getSessionAndUser: async (token: string) => {
      const found = await memory.getSessionAndUser(token)
      return (
        found && {
          session: { ...found.session, startedAt: undefined },
          user: { id: 'ada-1', ...user } as never,
        }
      )
    },
  }
  const { config, open } = createSessionApp({
    ...(strategy === 'database' ? { adapter } : {}),
    session: { strategy },
    callbacks: more,
    providers: [{ ...credentials, authorize: () => ({ id: 'ada-1', ...user }) }],
  })
  const visit = open()
  await visit.signInWithCredentials(ada)
  const session = await read(visit, config)
  return { session, publicSession: toPublicSession(session), client: await visit.getSession() }
}

describe.each(['jwt', 'database'] as const)('a session (%s)', strategy => {
  test.each(Object.entries(callbacks))('has no undefined member, with %s', async (_, more) => {
    for (const user of users) {
      const { session, publicSession, client } = await readSessions(strategy, user, more)
      expect(session).not.toBeNull()
      expect({ user, paths: listUndefined(session) }).toEqual({ user, paths: [] })
      expect({ ...publicSession, expires: '' }).toEqual({ ...client, expires: '' })
    }
  })

  test('has what is given, and null', async () => {
    for (const user of users) {
      const { session, client } = await readSessions(strategy, user, {})
      const present = Object.fromEntries(Object.entries(user).filter(([, value]) => value !== undefined))
      expect(session?.user).toStrictEqual({ id: 'ada-1', ...present })
      expect(client?.user).toStrictEqual(present)
    }
  })
})
