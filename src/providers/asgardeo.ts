import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The claims of Asgardeo's ID token. */
export interface AsgardeoProfile extends AdditionalClaims, Omit<StandardClaims, 'preferred_username'> {
  username?: string | undefined
  org_id?: string | undefined
  org_name?: string | undefined
}

/**
 * Signs users in with Asgardeo. Set `issuer` to `https://api.asgardeo.io/t/<organization>`, without the suffix
 * `/oauth2/token` that tokens contain.
 *
 * - In the console, select the user attributes that the app may read, including the email address and the name.
 *
 * @see https://console.asgardeo.io
 */
export const Asgardeo = defineOIDC<AsgardeoProfile>({
  id: 'asgardeo',
  name: 'Asgardeo',
  wellKnown: '{issuer}/oauth2/token/.well-known/openid-configuration',
  acceptedIssuers: ['{issuer}/oauth2/token'],
  style: { bg: '#000', text: '#fff' },
})

export default Asgardeo
