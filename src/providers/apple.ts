import { toBase64url } from '#crypto'
import { importPkcs8 } from '../crypto/pem.js'
import type { OIDCUserConfig } from '../types/provider.js'
import { type AdditionalClaims, defineOIDC } from './define.js'

/** The claims of Apple's ID token, with `user` from the first sign-in. */
export interface AppleProfile extends AdditionalClaims {
  sub: string
  email?: string | undefined
  email_verified?: boolean | 'true' | 'false' | undefined
  is_private_email?: boolean | 'true' | 'false' | undefined
  user?: { name?: { firstName?: string; lastName?: string }; email?: string } | undefined
}

/** The key that signs the client secret, if you do not set `clientSecret`. */
export interface AppleKey {
  teamId?: string | undefined
  keyId?: string | undefined
  /** The content of the `.p8` file. */
  privateKey?: string | undefined
}

const createProvider = defineOIDC<AppleProfile>({
  id: 'apple',
  name: 'Apple',
  issuer: 'https://appleid.apple.com',
  acceptedIssuers: ['https://account.apple.com'],
  authorization: { params: { response_mode: 'form_post' } },
  scope: 'name email',
  checks: ['nonce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  callback: { profileParameters: ['user'] },
  profile: ({ sub, email, user }) => ({
    id: sub,
    name: [user?.name?.firstName, user?.name?.lastName].filter(Boolean).join(' ') || email,
    email,
    image: null,
  }),
  icon: () => import('./icons/apple.js'),
  style: { bg: '#000', text: '#fff' },
})

/**
 * Signs users in with Apple. Set `teamId`, `keyId` and `privateKey`. Alternatively, set `clientSecret` to a token that
 * is signed with them.
 *
 * - Apple returns the name only at the first sign-in of a user. Store it then.
 * - Apple sends the callback as a form POST, so a redirect proxy cannot be used.
 * - The redirect URI must use HTTPS and cannot be localhost.
 *
 * @see https://developer.apple.com/account/resources/identifiers/list/serviceId
 */
export function Apple({
  teamId,
  keyId,
  privateKey,
  ...options
}: OIDCUserConfig<AppleProfile> & AppleKey = {}) {
  if (!teamId || !keyId || !privateKey) return createProvider(options)
  return createProvider({
    ...options,
    generateClientSecret: createClientSecretFactory({ teamId, keyId, privateKey }),
  })
}

/** The lifetime of a client secret, in seconds. Apple allows six months. */
const secretMaxAge = 3600

/** Creates a function that returns a signed client secret, and replaces it 60 seconds before it expires. */
function createClientSecretFactory({ teamId, keyId, privateKey }: Required<AppleKey>) {
  let cached = { token: '', clientId: '', expires: 0 }
  return async ({ clientId = '' }: { clientId?: string | undefined }): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    if (cached.clientId === clientId && cached.expires > now + 60) return cached.token
    const claims = {
      iss: teamId,
      sub: clientId,
      aud: 'https://appleid.apple.com',
      iat: now,
      exp: now + secretMaxAge,
    }
    const signingInput = `${encodePart({ alg: 'ES256', kid: keyId })}.${encodePart(claims)}`
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const key = await importPkcs8(privateKey ?? '', algorithm)
    const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(signingInput))
    const token = `${signingInput}.${toBase64url(new Uint8Array(signature))}`
    cached = { token, clientId, expires: now + secretMaxAge }
    return cached.token
  }
}

function encodePart(value: object): string {
  return toBase64url(new TextEncoder().encode(JSON.stringify(value)))
}

/** The `user` that Apple sends with the first sign-in. The name in Auth.js. */
export type AppleNonConformUser = NonNullable<AppleProfile['user']>

export default Apple
