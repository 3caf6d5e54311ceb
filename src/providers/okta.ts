import { defineOIDC } from './define.js'

/** The claims of Okta's ID token. */
export interface OktaProfile {
  [claim: string]: unknown
  sub: string
  name?: string | undefined
  nickname?: string | undefined
  preferred_username: string
  given_name?: string | undefined
  family_name?: string | undefined
  email?: string | undefined
  email_verified?: boolean | undefined
  picture?: string | undefined
  /** The directory or provider where the person signed in. */
  idp: string
  groups?: readonly string[] | undefined
}

/**
 * Okta.
 *
 * - The issuer is that of an authorization server, `https://<domain>/oauth2/default` or `https://<domain>/oauth2/<id>`,
 *   or of the organisation itself, `https://<domain>`.
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

/** @alias */
export default Okta
