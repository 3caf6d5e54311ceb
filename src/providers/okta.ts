import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The claims of Okta's ID token. */
export interface OktaProfile extends AdditionalClaims, StandardClaims {
  nickname?: string | undefined
  preferred_username: string
  /** The directory or identity provider that authenticated the user. */
  idp: string
  groups?: readonly string[] | undefined
}

/**
 * Signs users in with Okta.
 *
 * - Set `issuer` to an authorization server or to the organization. An authorization server is
 *   `https://<domain>/oauth2/default` or `https://<domain>/oauth2/<id>`. The organization is `https://<domain>`.
 *
 * @see https://help.okta.com/oie/en-us/content/topics/apps/apps_app_integration_wizard_oidc.htm
 */
export const Okta = defineOIDC<OktaProfile>({
  id: 'okta',
  name: 'Okta',
  checks: ['pkce', 'state'],
  icon: () => import('./icons/okta.js'),
  style: { bg: '#000', text: '#fff' },
})

export default Okta
