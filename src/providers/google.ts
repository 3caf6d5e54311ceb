import { type AdditionalClaims, defineOIDC } from './define.js'

/** The claims of Google's ID token. */
export interface GoogleProfile extends AdditionalClaims {
  sub: string
  name: string
  given_name: string
  family_name?: string | undefined
  email: string
  email_verified: boolean
  picture: string
  /**
   * The Workspace domain. To restrict sign-in to your organization, check this claim. The request parameter `hd` is
   * only a hint.
   */
  hd?: string | undefined
}

/**
 * Signs users in with Google.
 *
 * - To get a refresh token, set the request parameter `access_type=offline`. To get another one later, also set
 *   `prompt=consent`.
 *
 * @see https://console.cloud.google.com/apis/credentials
 */
export const Google = defineOIDC<GoogleProfile>({
  id: 'google',
  name: 'Google',
  issuer: 'https://accounts.google.com',
  acceptedIssuers: ['accounts.google.com'],
  icon: () => import('./icons/google.js'),
  style: { brandColor: '#1a73e8' },
})

export default Google
