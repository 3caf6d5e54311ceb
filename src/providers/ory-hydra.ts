import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The claims of Hydra's ID token. Your consent app determines them. */
export interface OryHydraProfile extends AdditionalClaims, StandardClaims {}

/**
 * Signs users in with Ory Hydra. Set `issuer` to the URL of the server, or for Ory Network to
 * `https://<slug>.projects.oryapis.com`.
 *
 * - The provider id is `hydra`. The callback URL and `AUTH_HYDRA_ID` use this id.
 * - To get a refresh token, add the scope `offline_access`.
 *
 * @see https://www.ory.sh/docs/hydra/guides/oauth2-clients
 */
export const OryHydra = defineOIDC<OryHydraProfile>({
  id: 'hydra',
  name: 'Hydra',
  icon: () => import('./icons/ory-hydra.js'),
  style: { bg: '#fff', text: '#0F172A' },
})

export default OryHydra
