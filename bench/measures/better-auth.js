import * as better from '../contenders/better-auth.js'
import { kysely } from '../contenders/store.js'
import { email } from '../contenders/visitor.js'
import { authCore, emailIn, floor, latchkey, ratios } from './session.js'
import { stored } from './stored-session.js'

export async function measures() {
  const [jwe, compact] = [await better.cached('jwe'), await better.cached('compact')]
  const database = await better.stored(kysely)
  return [
    {
      title: 'The same beside better-auth',
      note,
      expected: email,
      contenders: [
        floor,
        latchkey,
        authCore,
        site('better-auth, jwe', jwe),
        site('better-auth, compact', compact),
      ],
      ratios,
      targets: [],
    },
    {
      ...stored,
      title: 'GET session, database strategy, beside better-auth',
      note: storedNote,
      contenders: [...stored.contenders, site('better-auth', database)],
      targets: [],
    },
  ]
}

function site(name, { auth, cookie }) {
  return { name, run: () => auth.handler(better.ask(cookie)), read: emailIn }
}

const note = `better-auth has no token that is a session. What comes closest is \`auth.handler\` on \`get-session\` without a database,
with the session cached in a cookie for as long as it lives (\`session.cookieCache\`): \`jwe\` encrypts it as Auth.js does
(\`A256CBC-HS512\`), \`compact\`, the default, signs it only. It gets the cookies that its own sign-up set. better-auth runs
each request in an \`AsyncLocalStorage\`, as Next.js does, and from the first one on every promise of the process costs
more, other people's too: the other lines show what they take in such an app, and the measures with it are the last.`

const storedNote = `The same file and the same connection, with tables that better-auth made itself and with its cookie cache off, so that it
too reads its session and its user from the database at each request. All lines but the first have promises to wait for, and
pay for that.`
