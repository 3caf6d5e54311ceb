import * as authjs from '@auth/core'
import { Auth } from '../../dist/index.js'
import { respond } from '../candidates/baseline.js'
import {
  createProviders,
  createRequest,
  email,
  readEmail,
  salt,
  secret,
  token,
} from '../candidates/request-fixture.js'

const cookie = `${salt}=${token};`
const config = { secret, trustHost: true, providers: createProviders(4) }
const createSessionRequest = () => createRequest('session', cookie)

export const measures = [
  {
    title: 'GET session, JWT strategy, with the session cookie only',
    chart: 'GET session, session cookie only',
    note: `Latchkey and @auth/core set the two other cookies: CSRF token and callback URL. The baseline does not: it only reads the session.`,
    expected: email,
    candidates: {
      baseline: () => ({ run: () => respond(createSessionRequest()), read: readEmail }),
      Latchkey: () => ({ run: () => Auth(createSessionRequest(), config), read: readEmail }),
      '@auth/core': () => ({ run: () => authjs.Auth(createSessionRequest(), config), read: readEmail }),
    },
    ratios: { '× baseline': () => 'baseline', '× Latchkey': () => 'Latchkey' },
    targets: [{ goal: 'GET session, session cookie only', of: 'Latchkey', to: 'baseline', most: 1.4 }],
  },
]
