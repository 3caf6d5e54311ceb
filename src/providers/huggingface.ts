import { defineOIDC } from './define.js'

/** The claims of Hugging Face's ID token. */
export interface HuggingFaceProfile {
  [claim: string]: unknown
  sub: string
  name: string
  preferred_username: string
  profile: string
  picture: string
  website?: string | undefined
  email?: string | undefined
  email_verified?: boolean | undefined
  isPro: boolean
  orgs?: Array<{ sub: string; name: string; preferred_username: string }> | undefined
}

/**
 * Signs users in with Hugging Face.
 *
 * - The registration of the app must include the scopes `openid`, `profile` and `email`.
 *
 * @see https://huggingface.co/settings/applications/new
 */
export const HuggingFace = defineOIDC<HuggingFaceProfile>({
  id: 'huggingface',
  name: 'Hugging Face',
  issuer: 'https://huggingface.co',
  checks: ['state', 'pkce'],
  style: { bg: '#FFD21E', text: '#000' },
})

/** @alias */
export default HuggingFace
