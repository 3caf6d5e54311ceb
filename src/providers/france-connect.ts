import { defineOIDC } from './define.js'

/** The userinfo response of FranceConnect. */
export interface FranceConnectProfile {
  /** The user's id in this app. */
  sub: string
  /** All first names. */
  given_name: string
  given_name_array: readonly string[]
  /** The name at birth. */
  family_name: string
  /** The name in use. Requires the scope `preferred_username`. */
  preferred_username?: string | undefined
  email?: string | undefined
  gender?: string | undefined
  birthdate?: string | undefined
}

/**
 * Signs users in with FranceConnect. FranceConnect is for public services in France and for organizations that it
 * admits.
 *
 * - For the test environment, set `issuer` to `https://fcp-low.sbx.dev-franceconnect.fr/api/v2`.
 * - When users sign out of the app, they must also be signed out of FranceConnect. Redirect them to
 *   `end_session_endpoint` with the ID token of their account.
 * - Request only the scopes that the app is authorized for. Optional scopes are `birthdate`, `gender`, `birthplace` and
 *   `birthcountry`.
 * - FranceConnect does not report whether an email address is verified.
 *
 * @see https://partenaires.franceconnect.gouv.fr/
 */
export const FranceConnect = defineOIDC<FranceConnectProfile>({
  id: 'france-connect',
  name: 'FranceConnect',
  issuer: 'https://oidc.franceconnect.gouv.fr/api/v2',
  authorization: { params: { acr_values: 'eidas1' } },
  idToken: false,
  scope: 'openid given_name family_name email',
  checks: ['state', 'nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ sub, given_name, family_name, email }) => ({
    id: sub,
    name: [given_name, family_name].filter(Boolean).join(' ') || null,
    email,
    image: null,
  }),
})

export default FranceConnect
