import * as reference from '@auth/core'
import { Auth } from '../../dist/index.js'
import { kyselyAdapter, latchkeyAdapter, sessionToken } from '../contenders/store.js'
import { ask, cookie, email, secret, someProviders } from '../contenders/visitor.js'
import { emailIn } from './session.js'

const cookies = cookie.replace(/session-token=[^;]+/, `session-token=${sessionToken}`)
const config = { secret, trustHost: true, providers: someProviders(4), session: { strategy: 'database' } }
const call = 'the adapter call'

export const stored = {
  expected: email,
  contenders: [
    {
      name: call,
      run: () => latchkeyAdapter.getSessionAndUser(sessionToken),
      read: ({ user }) => user.email,
    },
    {
      name: `${call}, and a Response`,
      run: async () => Response.json(await latchkeyAdapter.getSessionAndUser(sessionToken)),
      read: emailIn,
    },
    through('Latchkey', Auth, latchkeyAdapter),
    through('@auth/core, with SqlAdapter', reference.Auth, latchkeyAdapter),
    through('@auth/core, with its Kysely adapter', reference.Auth, kyselyAdapter),
  ],
  over: call,
  ratios: { '× Latchkey': () => 'Latchkey' },
  targets: [{ of: 'Latchkey', over: call, most: 30 }],
}

export const measures = () => [{ title: 'GET session, database strategy', note, ...stored }]

function through(name, auth, adapter) {
  const settings = { ...config, adapter }
  return {
    name,
    prepare: () => ask('session', cookies),
    run: request => auth(request, settings),
    read: emailIn,
  }
}

const note = `The session is a row of a SQLite file, which everybody reads through one connection of libsql. The first line is
\`getSessionAndUser\` of \`SqlAdapter\`, which the next three ask; \`beyond\` is what a line takes
beside it, and the second line how much of that a \`Response\` with a body takes in Node. The \`Request\` is made before the
clock starts, because the server makes it, whoever answers. \`@auth/kysely-adapter\` has tables of its own, as its guide has them.`
