import * as reference from '@auth/core'
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
    note: `The session is a row of a SQLite file, which everybody reads through a connection of libsql. The first line is
\`getSessionAndUser\` of \`SqlAdapter\`, which the next three ask; \`beyond\` is what a line takes
beside it, and the second line how much of that a \`Response\` with a body takes in Node. The \`Request\` is made before the
clock starts, because the server makes it, whoever answers. \`@auth/kysely-adapter\` has tables of its own, as its guide has
them, and better-auth those that it made itself, with its cookie cache off, so that it too reads its session and its user
from the database at each request.`,
    expected: email,
    contenders: {
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
        createCandidate(reference.Auth, (await createDatabase()).adapter),
      '@auth/core, with its Kysely adapter': async () =>
        createCandidate(reference.Auth, (await createDatabase()).kyselyAdapter),
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
    targets: [{ of: 'Latchkey', over: adapterCall, most: 30 }],
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
