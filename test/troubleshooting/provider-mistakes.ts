import { MemoryAdapter } from 'latchkey/adapters/memory'
import { onTestFinished, vi } from 'vitest'
import { createMaliciousProvider, grace, type Lies } from '../support/malicious-provider.js'
import { type Mistake, signInAtProvider, startSignIn } from './mistake.js'

function signInWith(lies: Lies) {
  const op = createMaliciousProvider()
  op.lies = lies
  return signInAtProvider(op)
}

const rejectWith = (error: string) => () => Response.json({ error }, { status: 401 })
const getUnixTime = () => Math.floor(Date.now() / 1000)

export const providerMistakes: Readonly<Record<string, Mistake>> = {
  'The client secret is wrong': () => signInWith({ token: rejectWith('invalid_client') }),
  'The callback URL is not registered': () => signInWith({ token: rejectWith('redirect_uri_mismatch') }),
  'The token endpoint is at another URL': () =>
    signInWith({ token: () => new Response(null, { status: 404 }) }),
  'The provider is out of order': () => signInWith({ token: 'status-500' }),
  'The provider has no discovery document at `issuer`': () => {
    const op = createMaliciousProvider()
    op.lies.discovery = () => new Response(null, { status: 404 })
    return startSignIn({ providers: [op.provider()] })
  },
  'The provider does not let the access token read the user': () => {
    const op = createMaliciousProvider()
    op.lies.userinfo = () => new Response(null, { status: 403 })
    // Other tests in this process have a provider "plain" too.
    const secret = 'the secret of an app with a plain provider'
    return signInAtProvider(op, { providers: [op.plainProvider()], secret }, { provider: 'plain' })
  },
  'The issuer is that of another tenant of the provider': () => {
    const op = createMaliciousProvider()
    op.lies.discovery = answer => ({ ...answer, issuer: 'https://op.example/other' })
    return startSignIn({ providers: [op.provider()] })
  },
  'The clock of the server is five minutes slow': () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    return signInWith({ claims: { iat: getUnixTime() + 300, nbf: getUnixTime() + 300 } })
  },
  'The client id is that of another app': () => signInWith({ claims: { aud: 'another-client' } }),
  'The provider does not know a requested scope': () => {
    const op = createMaliciousProvider()
    return signInAtProvider(op, undefined, { error: 'invalid_scope' })
  },
  'The user denies consent': () =>
    signInAtProvider(createMaliciousProvider(), undefined, { error: 'access_denied' }),
  'The email belongs to a user who signs in another way': async () => {
    const adapter = MemoryAdapter()
    await adapter.createUser({ id: 'grace', email: String(grace['email']), emailVerified: null })
    const op = createMaliciousProvider()
    return signInAtProvider(op, { adapter, providers: [op.provider()] })
  },
}
