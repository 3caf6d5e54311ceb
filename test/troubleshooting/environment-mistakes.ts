import { setEnvDefaults } from 'latchkey'
import GitHub from 'latchkey/providers/github'
import { createAuth } from 'latchkey/server'
import { vi } from 'vitest'
import { origin } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createVisitor } from '../support/visitor.js'
import {
  createApp,
  type Mistake,
  openPage,
  sendThroughProxy,
  signInAtProvider,
  startSignIn,
} from './mistake.js'

const op = createMaliciousProvider()

/** Opens the sign-in page of an app that reads the environment, as every integration does. */
async function openWithEnvironment(variables: Record<string, string>, options: object = {}) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  return sendThroughProxy({ providers: [op.provider()], ...options }, {})
}

/** Submits the sign-in page of https://app.example. Its form posts to the host of `AUTH_URL`. */
async function postToAuthUrl(authUrl: string) {
  vi.stubEnv('AUTH_URL', authUrl)
  const { config } = createApp({ providers: [op.provider()] })
  const visit = createVisitor(request => createAuth(config).handler(request), authUrl)
  return { visit, response: await visit.post('/auth/signin/op', {}, { from: origin }) }
}

export const environmentMistakes: Readonly<Record<string, Mistake>> = {
  'AUTH_GITHUB_ID is not set': async () => {
    const config = { providers: [GitHub], secret: 'a secret of more than 32 characters!', trustHost: true }
    setEnvDefaults({}, config)
    return startSignIn(config, {}, 'github')
  },
  'AUTH_SECRET is not the one of the process that issued the session': async () => {
    const { visit } = await signInAtProvider(op)
    const { answer } = createApp({ secret: 'another secret of 32 characters!', debug: true })
    const { jar } = visit
    const other = createVisitor(answer, origin, { jar })
    return { visit: other, response: await other.get('/auth/session') }
  },
  'AUTH_URL is not a URL': () => openWithEnvironment({ AUTH_URL: 'app.example' }),
  'AUTH_URL is the URL of another host': () => postToAuthUrl('https://other.example'),
  'AUTH_URL has `www.`, but the page does not': () => postToAuthUrl('https://www.app.example'),
  'AUTH_URL has another path than `basePath`': () =>
    openWithEnvironment({ AUTH_URL: 'https://app.example/api/auth' }, { basePath: '/auth' }),
  'The host is not trusted in production': () => openPage({ trustHost: false }),
}
