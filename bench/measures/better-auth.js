import * as better from '../contenders/better-auth.js'
import { email } from '../contenders/visitor.js'
import { authCore, emailIn, floor, latchkey, ratios } from './session.js'

export async function measures() {
  const [jwe, compact] = [await better.signedIn('jwe'), await better.signedIn('compact')]
  const sites = Object.entries({ 'better-auth, jwe': jwe, 'better-auth, compact': compact })
  return [
    {
      title: 'The same beside better-auth',
      note,
      expected: email,
      contenders: [
        floor,
        latchkey,
        authCore,
        ...sites.map(([name, { auth, cookie }]) => ({
          name,
          run: () => auth.handler(better.ask(cookie)),
          read: emailIn,
        })),
      ],
      ratios,
      targets: [],
    },
  ]
}

const note = `better-auth has no token that is a session. What comes closest is \`auth.handler\` on \`get-session\` without a database,
with the session cached in a cookie for as long as it lives (\`session.cookieCache\`): \`jwe\` encrypts it as Auth.js does
(\`A256CBC-HS512\`), \`compact\`, the default, signs it only. It gets the cookies that its own sign-up set. better-auth runs
each request in an \`AsyncLocalStorage\`, as Next.js does, and from the first one on every promise of the process costs
more, other people's too: the other lines show what they take in such an app, and this measure is the last.`
