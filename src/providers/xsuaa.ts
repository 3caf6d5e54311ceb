import { defineOAuth, type StandardClaims } from './define.js'

/** The userinfo response of the service. */
export interface XSUAAProfile
  extends Pick<StandardClaims, 'name' | 'given_name' | 'family_name' | 'email' | 'email_verified'> {
  [claim: string]: unknown
  user_id?: string | undefined
  sub?: string | undefined
  user_name?: string | undefined
}

/**
 * Signs users in with SAP XSUAA. XSUAA is the Authorization and Trust Management service of SAP Business Technology
 * Platform. Set `domain` to the host in `url` of the service key, such as `acme.authentication.eu10.hana.ondemand.com`.
 *
 * - Set the scopes in `xs-security.json`.
 *
 * @see https://help.sap.com/docs/btp/sap-business-technology-platform/sap-authorization-and-trust-management-service
 */
export const XSUAA = defineOAuth<XSUAAProfile, { domain: string }>({
  id: 'xsuaa',
  name: 'SAP XSUAA',
  authorization: 'https://{domain}/oauth/authorize',
  token: 'https://{domain}/oauth/token',
  userinfo: 'https://{domain}/userinfo',
  scope: null,
  checks: ['state'],
  profile: ({ user_id, sub, name, given_name, family_name, email }) => ({
    id: user_id ?? sub,
    name: name ?? [given_name, family_name].filter(Boolean).join(' '),
    email,
    image: null,
  }),
  icon: () => import('./icons/xsuaa.js'),
})

export default XSUAA
