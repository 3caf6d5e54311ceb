import { defineOIDC } from './define.js'

/** The userinfo response of Intuit. */
export interface IntuitProfile {
  sub: string
  givenName?: string | undefined
  familyName?: string | undefined
  email?: string | undefined
  emailVerified?: boolean | undefined
  phoneNumber?: string | undefined
}

/**
 * Signs users in with Intuit. Intuit is the company behind QuickBooks.
 *
 * - With development keys, set `userinfo: 'https://sandbox-accounts.platform.intuit.com/v1/openid_connect/userinfo'`.
 * - With a QuickBooks scope, the callback contains the company as `realmId`. To add it to the profile, set
 *   `callback: { profileParameters: ['realmId'] }`.
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
  isEmailVerified: ({ emailVerified }) => emailVerified,
  icon: () => import('./icons/intuit.js'),
  style: { brandColor: '#236cff' },
})

export default Intuit
