import * as reference from '@auth/core'
import { Auth } from '../../dist/index.js'
import { answer } from '../contenders/floor.js'
import { ask, email, secret, someProviders } from '../contenders/visitor.js'

const config = { secret, trustHost: true, providers: someProviders(4) }
const always = { ...config, session: { updateAge: 0 } }

export const ratios = { '× floor': () => 'floor', '× Latchkey': () => 'Latchkey' }

export const floor = { name: 'floor', run: () => answer(ask('session')), read: emailIn }
export const latchkey = { name: 'Latchkey', run: () => Auth(ask('session'), config), read: emailIn }
export const authCore = {
  name: '@auth/core',
  run: () => reference.Auth(ask('session'), config),
  read: emailIn,
}
const issuing = { name: 'Latchkey, issuing anew', run: () => Auth(ask('session'), always), read: emailIn }

export const measures = () => [
  {
    title: 'GET session, JWT strategy',
    note,
    expected: email,
    contenders: [floor, latchkey, issuing, authCore],
    ratios,
    targets: [
      { of: 'Latchkey', to: 'floor', most: 2 },
      { of: '@auth/core', to: 'Latchkey', least: 15 },
    ],
  },
]

/** The address in a session, whoever answered it. */
export async function emailIn(response) {
  const { user } = await response.json()
  return user.email
}

const note = `Each call makes a \`Request\` with the cookies of a signed-in browser (session, CSRF token and callback URL) and gets
a \`Response\`, through \`Auth()\` of either package with the same configuration and the same cookies. @auth/core seals a new
token at every read; Latchkey does so once per \`session.updateAge\`, and its second line shows it with an \`updateAge\` of 0.
The floor makes the same request, reads its cookie header, opens the token with \`node:crypto\` under a key derived once,
and answers its JSON.`
