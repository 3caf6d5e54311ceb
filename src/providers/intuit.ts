import { defineOIDC } from './define.js'

/** What Intuit's userinfo endpoint answers. */
export interface IntuitProfile {
  [claim: string]: unknown
  sub: string
  givenName?: string | undefined
  familyName?: string | undefined
  email?: string | undefined
  emailVerified?: boolean | undefined
  phoneNumber?: string | undefined
}

/**
 * Intuit, the house of QuickBooks.
 *
 * - With the development keys set `userinfo: 'https://sandbox-accounts.platform.intuit.com/v1/openid_connect/userinfo'`.
 * - With a scope of QuickBooks the visitor comes back with `realmId`, the company; set `callback: { profile: ['realmId'] }`
 *   to have it in the profile.
 *
 * @see https://developer.intuit.com/app/developer/dashboard
 */
export const Intuit = defineOIDC<IntuitProfile>({
  id: 'intuit',
  name: 'Intuit',
  issuer: 'https://oauth.platform.intuit.com/op/v1',
  wellKnown: 'https://developer.api.intuit.com/.well-known/openid_configuration',
  idToken: false,
  checks: ['state'],
  profile: ({ sub, givenName, familyName, email }) => ({
    id: sub,
    name: [givenName, familyName].filter(Boolean).join(' '),
    email,
    image: null,
  }),
  emailVerified: ({ emailVerified }) => emailVerified,
  icon: () => import('./icons/intuit.js'),
  style: { brandColor: '#236cff' },
})

/** @alias */
export default Intuit
