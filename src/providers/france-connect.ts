import { defineOIDC } from './define.js'

/** What FranceConnect's userinfo endpoint answers. */
export interface FranceConnectProfile {
  [claim: string]: unknown
  /** The person, for this app alone. */
  sub: string
  /** All their first names. */
  given_name: string
  given_name_array: readonly string[]
  /** The name at birth. */
  family_name: string
  /** The name that they go by, with the scope of that name. */
  preferred_username?: string | undefined
  email?: string | undefined
  gender?: string | undefined
  birthdate?: string | undefined
}

/**
 * FranceConnect, for the administration of France and whom it admits.
 *
 * - The test environment has the issuer `https://fcp-low.sbx.dev-franceconnect.fr/api/v2`.
 * - Who signs out of the app must be signed out there as well: send them to the `end_session_endpoint` with the ID token
 *   of their account.
 * - Ask for no more than the app may know: further scopes are `birthdate`, `gender`, `birthplace`, `birthcountry`.
 * - FranceConnect does not say whether an address is proven.
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

/** @alias */
export default FranceConnect
