import type { Claims } from '../../../testing/provider/keys.js'

/** What can go wrong at a provider. */
export interface Failure {
  readonly id: string
  readonly title: string
  /** What the provider does, as a sentence. */
  readonly text: string
  /** The error that the provider redirects back with (RFC 6749 section 4.1.2.1). */
  readonly error?: string
  /** Parameters of the redirect that get other values. */
  readonly params?: Readonly<Record<string, string>>
  /** The error of the token endpoint, with its status. */
  readonly tokenError?: readonly [error: string, status: number]
  /** Changes the claims of the ID token. */
  readonly changeClaims?: (claims: Claims) => Claims
  /** Signs with a key that the provider does not publish. */
  readonly isForged?: true
}

const otherIssuer = 'https://another-provider.example'

/** All failures, in the order of the page. */
export const failures: readonly Failure[] = [
  {
    id: 'access-denied',
    title: 'Deny access',
    text: 'The user cancels. The provider redirects back with access_denied.',
    error: 'access_denied',
  },
  {
    id: 'server-error',
    title: 'Fail with server_error',
    text: 'The provider redirects back with server_error.',
    error: 'server_error',
  },
  {
    id: 'temporarily-unavailable',
    title: 'Be unavailable',
    text: 'The provider redirects back with temporarily_unavailable.',
    error: 'temporarily_unavailable',
  },
  {
    id: 'wrong-state',
    title: 'Return another state',
    text: 'The callback belongs to another sign-in.',
    params: { state: 'another-state' },
  },
  {
    id: 'wrong-issuer',
    title: 'Return another issuer',
    text: 'The callback names another provider in iss (RFC 9207).',
    params: { iss: otherIssuer },
  },
  {
    id: 'expired-code',
    title: 'Reject the code',
    text: 'The token endpoint returns invalid_grant, as for an expired code.',
    tokenError: ['invalid_grant', 400],
  },
  {
    id: 'wrong-secret',
    title: 'Reject the client secret',
    text: 'The token endpoint returns invalid_client.',
    tokenError: ['invalid_client', 401],
  },
  {
    id: 'token-outage',
    title: 'Fail at the token endpoint',
    text: 'The token endpoint responds with status 503.',
    tokenError: ['temporarily_unavailable', 503],
  },
  {
    id: 'wrong-nonce',
    title: 'Send a wrong nonce',
    text: 'The ID token belongs to another sign-in.',
    changeClaims: claims => ({ ...claims, nonce: 'another-nonce' }),
  },
  {
    id: 'expired-token',
    title: 'Send an expired ID token',
    text: 'The ID token expired an hour ago.',
    changeClaims: ({ iat, exp, ...claims }) => ({
      ...claims,
      iat: Number(iat) - 7200,
      exp: Number(iat) - 3600,
    }),
  },
  {
    id: 'wrong-audience',
    title: 'Send an ID token for another app',
    text: 'The audience is another client ID.',
    changeClaims: claims => ({ ...claims, aud: 'another-client' }),
  },
  {
    id: 'wrong-signature',
    title: 'Send a forged ID token',
    text: 'The signature is of a key that the provider does not publish.',
    isForged: true,
  },
]

/** Returns the failure with this id, or null. */
export function findFailure(id: string | null): Failure | null {
  return failures.find(failure => failure.id === id) ?? null
}
