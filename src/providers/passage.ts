import { defineOIDC, type IDTokenClaims } from './define.js'

/** The claims of Passage's ID token. */
export interface PassageProfile extends IDTokenClaims {
  email?: string | undefined
  email_verified?: boolean | undefined
  phone?: string | undefined
  phone_number?: string | undefined
  phone_number_verified?: boolean | undefined
  client_id?: string | undefined
}

/**
 * Signs users in with Passage by 1Password. The service was shut down. Users can no longer sign in.
 *
 * - The issuer was the URL of the app: `https://acme.withpassage.com`.
 * - Passage returned neither a name nor a picture.
 *
 * @deprecated Shut down on 16 January 2026.
 * @see https://docs.passage.id/hosted-login/oidc-client-configuration
 */
export const Passage = defineOIDC<PassageProfile>({
  id: 'passage',
  name: 'Passage',
  icon: () => import('./icons/passage.js'),
  style: { brandColor: '#3d53f6' },
})

export default Passage
