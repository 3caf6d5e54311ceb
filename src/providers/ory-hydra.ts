import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Hydra's ID token: those that your consent app puts in. */
export interface OryHydraProfile extends StandardClaims {}

/**
 * Ory Hydra. The issuer is the address of the server, or at Ory Network `https://<slug>.projects.oryapis.com`.
 *
 * - The id of this provider is `hydra`: so are its callback URL and `AUTH_HYDRA_ID`.
 * - A refresh token comes only with the further scope `offline_access`.
 *
 * @see https://www.ory.sh/docs/hydra/guides/oauth2-clients
 */
export const OryHydra = defineOIDC<OryHydraProfile>({
  id: 'hydra',
  name: 'Hydra',
  icon: () => import('./icons/ory-hydra.js'),
  style: { bg: '#fff', text: '#0F172A' },
})

/** @alias */
export default OryHydra
