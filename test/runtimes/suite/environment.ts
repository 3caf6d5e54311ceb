import { type AuthConfig, createActionURL, setEnvDefaults } from 'latchkey'
import { ada, completeRoundTrip, createTestApp, getLocation, origin } from '../../support/app.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { environment } from '../variables.js'
import { assertMatches, assertSame, type Checks } from './harness.js'
import { createSignedIn, createSignInApp } from './test-apps.js'

const oldest = 'the first secret, more than 32 characters'
const newest = 'the third secret, more than 32 characters'

/** Creates a provider whose client id and secret come from the environment. */
function createBareProvider(op: ReturnType<typeof createMaliciousProvider>) {
  return op.provider({ clientId: undefined, clientSecret: undefined })
}

export const environmentVariables: Checks = {
  'provide options that the configuration does not set': ({ env }) => {
    const config: AuthConfig = { providers: [createBareProvider(createMaliciousProvider())] }
    setEnvDefaults(env, config)
    assertMatches(config, {
      secret: [environment.AUTH_SECRET_1, environment.AUTH_SECRET],
      basePath: '/api/auth',
      trustHost: true,
      providers: [{ clientId: environment.AUTH_OP_ID, clientSecret: environment.AUTH_OP_SECRET }],
    })
  },

  'determine the URL of an action': ({ env }) => {
    const url = createActionURL('session', 'http', new Headers({ host: 'evil.example' }), env, {})
    assertSame(url.href, `${origin}/api/auth/session`)
  },

  'are sufficient for a sign-in': async ({ env }) => {
    const op = createMaliciousProvider({ clientSecret: environment.AUTH_OP_SECRET })
    const { config, open } = createTestApp({
      op,
      providers: [createBareProvider(op)],
      secret: undefined,
      trustHost: undefined,
    })
    setEnvDefaults(env, config)
    const visit = open({ basePath: '/api/auth' })
    await completeRoundTrip(visit, op, await visit.signIn('op'))
    assertMatches(await visit.getSession(), { user: { email: 'grace@example.com' } })
  },

  'are not required if the configuration is complete': async () => {
    const { visit } = await createSignedIn()
    assertMatches(await visit.getSession(), { user: { email: ada.email } })
  },

  'do not provide the secret without `setEnvDefaults`': async () => {
    const { open, log } = createSignInApp({ secret: undefined })
    const response = await open().get('/auth/session')
    assertSame([response.status, await response.json()], [500, null])
    assertSame(log.types(), ['MissingSecret'])
  },
}

export const rotation: Checks = {
  'of the secret keeps sessions and CSRF tokens valid': async () => {
    const { visit } = await createSignedIn({ secret: oldest })
    const csrfToken = await visit.getCsrfToken()
    const later = createSignInApp({ secret: [newest, oldest] }).open({ jar: visit.jar })
    assertMatches(await later.getSession(), { user: { email: ada.email } })
    assertSame(await later.getCsrfToken(), csrfToken)
  },

  'of the secret keeps a started OAuth flow valid': async () => {
    const op = createMaliciousProvider()
    const visit = createSignInApp({ op, secret: oldest }).open()
    const away = await visit.signIn('op')
    const later = createSignInApp({ op, secret: [newest, oldest] }).open({ jar: visit.jar })
    assertSame(getLocation(await completeRoundTrip(later, op, away)), origin)
  },

  'makes sessions invalid when the old secret is removed': async () => {
    const { visit } = await createSignedIn({ secret: oldest })
    assertSame(await createSignInApp({ secret: newest }).open({ jar: visit.jar }).getSession(), null)
  },
}
