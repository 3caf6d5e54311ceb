import { defineOIDC } from './define.js'

/** The claims of Asgardeo's ID token. */
export interface AsgardeoProfile {
  [claim: string]: unknown
  sub: string
  name?: string | undefined
  username?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
  email?: string | undefined
  email_verified?: boolean | undefined
  picture?: string | undefined
  org_id?: string | undefined
  org_name?: string | undefined
}

/**
 * Asgardeo. The issuer is `https://api.asgardeo.io/t/<organisation>`, without the `/oauth2/token` that tokens name.
 *
 * - Choose the attributes that the app may see, the address and the name among them, in the console.
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

/** @alias */
export default Asgardeo
