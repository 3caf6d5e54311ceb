import { defineOIDC } from './define.js'

/** The claims of ORCID's ID token. */
export interface ORCIDProfile {
  /** The ORCID iD. */
  sub: string
  name?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
}

/**
 * Signs users in with ORCID.
 *
 * - The profile has no email address, because ORCID returns only addresses that users made public.
 * - For the sandbox, set `issuer` to `https://sandbox.orcid.org`.
 * - The redirect URI must use HTTPS.
 *
 * @see https://orcid.org/developer-tools
 */
export const ORCID = defineOIDC<ORCIDProfile>({
  id: 'orcid',
  name: 'ORCID',
  issuer: 'https://orcid.org',
  scope: 'openid',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ sub, name, given_name, family_name }) => ({
    id: sub,
    name: name ?? [given_name, family_name].filter(Boolean).join(' '),
    email: null,
    image: null,
  }),
  icon: () => import('./icons/orcid.js'),
  style: { brandColor: '#a6ce39' },
})

export default ORCID
