import { defineOIDC } from './define.js'

/** The claims of Frontegg's ID token. */
export interface FronteggProfile {
  [claim: string]: unknown
  sub: string
  name: string
  email: string
  email_verified: boolean
  picture?: string | undefined
  profilePictureUrl?: string | undefined
  /** The account of the user. */
  tenantId: string
  tenantIds: readonly string[]
  roles?: readonly string[] | undefined
  permissions?: readonly string[] | undefined
}

/**
 * Signs users in with Frontegg. Set `issuer` to `https://<subdomain>.frontegg.com` or to your custom domain.
 *
 * @see https://portal.frontegg.com
 */
export const Frontegg = defineOIDC<FronteggProfile>({
  id: 'frontegg',
  name: 'Frontegg',
  wellKnown: '{issuer}/oauth/.well-known/openid-configuration',
  authorization: '{issuer}/oauth/authorize',
  token: '{issuer}/oauth/token',
  profile: ({ sub, name, email, picture, profilePictureUrl }) => ({
    id: sub,
    name,
    email,
    image: picture ?? profilePictureUrl,
  }),
})

export default Frontegg
