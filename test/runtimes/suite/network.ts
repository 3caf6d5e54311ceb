import { createTestApp, getLocation, origin } from '../../support/app.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { assertMatches, assertSame, type Checks, type RuntimeContext } from './harness.js'

/** An app whose provider is reached as in real life: with the runtime's own `fetch`, over a socket. */
function requestPath({ env }: RuntimeContext, path = '') {
  const issuer = `${env['LATCHKEY_TEST_ISSUER']}${path}`
  const { id, name, type, clientId, clientSecret, client } = createMaliciousProvider({ issuer }).provider()
  return createTestApp({ providers: [{ id, name, type, issuer, clientId, clientSecret, client }] })
}

/** Discovery fails: the sign-in ends before it begins. */
async function isGivenUp(place: RuntimeContext, path: string, reason: RegExp): Promise<void> {
  const { open, log } = requestPath(place, path)
  assertMatches(getLocation(await open().signIn('op')), /\/auth\/signin\?error=OAuthSignin/)
  assertMatches(log.errors.map(describeError).join('\n'), reason)
}

/** Everything that an error says, its causes included. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'object' ? JSON.stringify(error) : String(error)
  const { cause } = error
  const inner = typeof cause === 'object' && cause !== null && 'err' in cause ? cause.err : cause
  return `${error.name}: ${error.message}\n${inner ? describeError(inner) : ''}`
}

export const network: Checks = {
  'carries a whole sign-in': async place => {
    const { open, log } = requestPath(place)
    const visit = open()
    const away = await visit.signIn('op', { callbackUrl: '/in' })
    const atProvider = await fetch(visit.getLocation(away), { redirect: 'manual' })
    const back = await visit.get(atProvider.headers.get('location') ?? '', {
      from: place.env['LATCHKEY_TEST_ISSUER'] ?? '',
    })
    assertSame(getLocation(back), `${origin}/in`)
    assertMatches(await visit.getSession(), { user: { name: 'Grace Hopper' } })
    assertSame(log.types(), [])
  },

  'leads nowhere else: a redirect of the provider is not followed': place =>
    isGivenUp(place, '/moved', /answered with (status 30\d|a redirect)/),

  'is cut where an answer does not end': place => isGivenUp(place, '/endless', /larger than 1000000 bytes/),

  'may break': place => isGivenUp(place, '/broken', /./),
}
