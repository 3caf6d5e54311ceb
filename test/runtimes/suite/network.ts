import { leadsTo, makeApp, origin } from '../../support/app.js'
import { lyingProvider } from '../../support/lying-provider.js'
import { type Checks, like, type Place, same } from './harness.js'

/** An app whose provider is reached as in real life: with the runtime's own `fetch`, over a socket. */
function reaching({ env }: Place, path = '') {
  const issuer = `${env['LATCHKEY_TEST_ISSUER']}${path}`
  const { id, name, type, clientId, clientSecret, client } = lyingProvider({ issuer }).provider()
  return makeApp({ providers: [{ id, name, type, issuer, clientId, clientSecret, client }] })
}

/** Discovery fails: the sign-in ends before it begins. */
async function isGivenUp(place: Place, path: string, reason: RegExp): Promise<void> {
  const { open, log } = reaching(place, path)
  like(leadsTo(await open().signIn('op')), /\/auth\/signin\?error=OAuthSignin/)
  like(log.errors.map(told).join('\n'), reason)
}

/** Everything that an error says, its causes included. */
function told(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'object' ? JSON.stringify(error) : String(error)
  const { cause } = error
  const inner = typeof cause === 'object' && cause !== null && 'err' in cause ? cause.err : cause
  return `${error.name}: ${error.message}\n${inner ? told(inner) : ''}`
}

export const network: Checks = {
  'carries a whole sign-in': async place => {
    const { open, log } = reaching(place)
    const visit = open()
    const away = await visit.signIn('op', { callbackUrl: '/in' })
    const atProvider = await fetch(visit.location(away), { redirect: 'manual' })
    const back = await visit.get(atProvider.headers.get('location') ?? '', {
      from: place.env['LATCHKEY_TEST_ISSUER'] ?? '',
    })
    same(leadsTo(back), `${origin}/in`)
    like(await visit.session(), { user: { name: 'Grace Hopper' } })
    same(log.types(), [])
  },

  'leads nowhere else: a redirect of the provider is not followed': place =>
    isGivenUp(place, '/moved', /answered with (status 30\d|a redirect)/),

  'is cut where an answer does not end': place => isGivenUp(place, '/endless', /larger than 1000000 bytes/),

  'may break': place => isGivenUp(place, '/broken', /./),
}
