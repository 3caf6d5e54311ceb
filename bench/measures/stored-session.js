import * as authjs from '@auth/core'
import { Auth } from '../../dist/index.js'
import { createDatabase, sessionToken } from '../candidates/database.js'
import {
  cookie,
  createProviders,
  createRequest,
  email,
  readEmail,
  secret,
} from '../candidates/request-fixture.js'

const cookies = cookie.replace(/session-token=[^;]+/, `session-token=${sessionToken}`)
const config = { secret, trustHost: true, providers: createProviders(4), session: { strategy: 'database' } }
const adapterCall = 'the adapter call'

export const measures = [
  {
    title: 'GET session, database strategy',
    note: `The session is a row of a SQLite file, which all candidates read through libsql. The first line is \`getSessionAndUser\` of
\`SqlAdapter\`, which the next three call. \`difference\` is the time of a line beyond the first one. The second line shows how much of
it a \`Response\` with a body takes in Node. The \`Request\` is created before the measurement, because every server creates it.
\`@auth/kysely-adapter\` uses the tables of its guide, and better-auth the tables that it created. The cookie cache of better-auth is
off, so that it also reads the session and the user from the database for each request.`,
    expected: email,
    candidates: {
      [adapterCall]: async () => {
        const { adapter } = await createDatabase()
        return { run: () => adapter.getSessionAndUser(sessionToken), read: ({ user }) => user.email }
      },
      [`${adapterCall}, and a Response`]: async () => {
        const { adapter } = await createDatabase()
        const run = async () => Response.json(await adapter.getSessionAndUser(sessionToken))
        return { run, read: readEmail }
      },
      Latchkey: async () => createCandidate(Auth, (await createDatabase()).adapter),
      '@auth/core, with SqlAdapter': async () =>
        createCandidate(authjs.Auth, (await createDatabase()).adapter),
      '@auth/core, with its Kysely adapter': async () =>
        createCandidate(authjs.Auth, (await createDatabase()).kyselyAdapter),
      'better-auth': async () => {
        const betterAuth = await import('../candidates/better-auth.js')
        const { auth, cookie: betterAuthCookie } = await betterAuth.createDatabaseSite(
          (await createDatabase()).kysely,
        )
        return {
          prepare: () => betterAuth.createRequest(betterAuthCookie),
          run: request => auth.handler(request),
          read: readEmail,
        }
      },
    },
    over: adapterCall,
    ratios: { '× Latchkey': () => 'Latchkey' },
    targets: [{ goal: 'GET session, database, over the query', of: 'Latchkey', over: adapterCall, most: 30 }],
  },
]

function createCandidate(auth, adapter) {
  const settings = { ...config, adapter }
  return {
    prepare: () => createRequest('session', cookies),
    run: request => auth(request, settings),
    read: readEmail,
  }
}
