import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Kanidm's ID token. */
export interface KanidmProfile extends StandardClaims {
  [claim: string]: unknown
}

/**
 * Signs users in with Kanidm.
 *
 * - The issuer contains the client id: `https://<host>/oauth2/openid/<client id>`.
 * - Grant the scopes `openid`, `profile` and `email` to a group with `kanidm system oauth2 update-scope-map`.
 *
 * @see https://kanidm.github.io/kanidm/stable/integrations/oauth2.html
 */
export const Kanidm = defineOIDC<KanidmProfile>({ id: 'kanidm', name: 'Kanidm' })

export default Kanidm
