import { setEnvDefaults } from 'latchkey'
import GitHub from 'latchkey/providers/github'
import { vi } from 'vitest'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { type Mistake, openPage, sendThroughProxy, startSignIn } from './mistake.js'

const op = createMaliciousProvider()

/** Opens the sign-in page of an app that reads the environment, as every integration does. */
async function openWithEnvironment(variables: Record<string, string>, options: object = {}) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  return sendThroughProxy({ providers: [op.provider()], ...options }, {})
}

export const environmentMistakes: Readonly<Record<string, Mistake>> = {
  'AUTH_GITHUB_ID is not set': async () => {
    const config = { providers: [GitHub], secret: 'a secret of more than 32 characters!', trustHost: true }
    setEnvDefaults({}, config)
    return startSignIn(config, {}, 'github')
  },
  'AUTH_URL is not a URL': () => openWithEnvironment({ AUTH_URL: 'app.example' }),
  'AUTH_URL has another path than `basePath`': () =>
    openWithEnvironment({ AUTH_URL: 'https://app.example/api/auth' }, { basePath: '/auth' }),
  'The host is not trusted in production': () => openPage({ trustHost: false }),
}
