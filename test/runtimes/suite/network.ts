import { createTestApp, getLocation, origin } from '../../support/app.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { assertMatches, assertSame, type Checks, type RuntimeContext } from './harness.js'

/** Creates an app that requests its provider over the network, with the `fetch` of the runtime. */
function createNetworkApp({ env }: RuntimeContext, path = '') {
  const issuer = `${env['LATCHKEY_TEST_ISSUER']}${path}`
  const { id, name, type, clientId, clientSecret, client } = createMaliciousProvider({ issuer }).provider()
  return createTestApp({ providers: [{ id, name, type, issuer, clientId, clientSecret, client }] })
}

/** Asserts that discovery fails and the sign-in redirects with an error. */
async function assertDiscoveryFails(context: RuntimeContext, path: string, reason: RegExp): Promise<void> {
  const { open, log } = createNetworkApp(context, path)
  assertMatches(getLocation(await open().signIn('op')), /\/auth\/signin\?error=OAuthSignin/)
  assertMatches(log.errors.map(describeError).join('\n'), reason)
}

/** Returns the messages of an error and its causes. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'object' ? JSON.stringify(error) : String(error)
  const { cause } = error
  const inner = typeof cause === 'object' && cause !== null && 'err' in cause ? cause.err : cause
  return `${error.name}: ${error.message}\n${inner ? describeError(inner) : ''}`
}

export const network: Checks = {
  'a sign-in works over the network': async context => {
    const { open, log } = createNetworkApp(context)
    const visit = open()
    const away = await visit.signIn('op', { callbackUrl: '/in' })
    const atProvider = await fetch(visit.getLocation(away), { redirect: 'manual' })
    const back = await visit.get(atProvider.headers.get('location') ?? '', {
      from: context.env['LATCHKEY_TEST_ISSUER'] ?? '',
    })
    assertSame(getLocation(back), `${origin}/in`)
    assertMatches(await visit.getSession(), { user: { name: 'Grace Hopper' } })
    assertSame(log.types(), [])
  },

  'a redirect of the discovery endpoint is not followed': context =>
    assertDiscoveryFails(context, '/moved', /responded with (status 30\d|a redirect)/),

  'an endless response is aborted': context =>
    assertDiscoveryFails(context, '/endless', /larger than 1000000 bytes/),

  'a closed connection is an error': context => assertDiscoveryFails(context, '/broken', /./),
}
