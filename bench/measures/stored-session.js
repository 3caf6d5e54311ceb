import * as reference from '@auth/core'
import { Auth } from '../../dist/index.js'
import { openStore, sessionToken } from '../contenders/store.js'
import { ask, cookie, email, emailIn, secret, someProviders } from '../contenders/visitor.js'

const cookies = cookie.replace(/session-token=[^;]+/, `session-token=${sessionToken}`)
const config = { secret, trustHost: true, providers: someProviders(4), session: { strategy: 'database' } }
const call = 'the adapter call'

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
      [call]: async () => {
        const { adapter } = await openStore()
        return { run: () => adapter.getSessionAndUser(sessionToken), read: ({ user }) => user.email }
      },
      [`${call}, and a Response`]: async () => {
        const { adapter } = await openStore()
        const run = async () => Response.json(await adapter.getSessionAndUser(sessionToken))
        return { run, read: emailIn }
      },
      Latchkey: async () => through(Auth, (await openStore()).adapter),
      '@auth/core, with SqlAdapter': async () => through(reference.Auth, (await openStore()).adapter),
      '@auth/core, with its Kysely adapter': async () =>
        through(reference.Auth, (await openStore()).kyselyAdapter),
      'better-auth': async () => {
        const better = await import('../contenders/better-auth.js')
        const { auth, cookie: theirs } = await better.stored((await openStore()).kysely)
        return { prepare: () => better.ask(theirs), run: request => auth.handler(request), read: emailIn }
      },
    },
    over: call,
    ratios: { '× Latchkey': () => 'Latchkey' },
    targets: [{ of: 'Latchkey', over: call, most: 30 }],
  },
]

function through(auth, adapter) {
  const settings = { ...config, adapter }
  return { prepare: () => ask('session', cookies), run: request => auth(request, settings), read: emailIn }
}
