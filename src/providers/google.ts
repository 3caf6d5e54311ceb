import { defineOIDC } from './define.js'

/** The claims of Google's ID token. */
export interface GoogleProfile {
  [claim: string]: unknown
  sub: string
  name: string
  given_name: string
  family_name?: string | undefined
  email: string
  email_verified: boolean
  picture: string
  /** The Workspace domain; check it where only your own people may come in. The request parameter `hd` is a hint. */
  hd?: string | undefined
}

/**
 * Google.
 *
 * - A refresh token comes only with `access_type=offline`, and again only with `prompt=consent`.
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

/** @alias */
export default Google
