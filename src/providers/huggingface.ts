import { defineOIDC, type StandardClaims } from './define.js'

type Role = 'admin' | 'write' | 'read' | 'contributor'

interface HuggingFaceOrganization {
  sub: string
  name: string
  preferred_username: string
  picture: string
  isEnterprise: boolean
  canPay?: boolean | undefined
  roleInOrg?: Role | undefined
  /** Whether the organization requires a sign-in through its own identity provider first. */
  pendingSSO?: boolean | undefined
  /** Whether the organization requires two-factor authentication, which the user has not set up. */
  missingMFA?: boolean | undefined
  resourceGroups?: Array<{ sub: string; name: string; role: Role }> | undefined
}

/** The claims of Hugging Face's ID token. */
export interface HuggingFaceProfile extends Omit<StandardClaims, 'given_name' | 'family_name'> {
  name: string
  preferred_username: string
  profile: string
  picture: string
  website?: string | undefined
  isPro: boolean
  /** Whether the user has a payment method. */
  canPay?: boolean | undefined
  orgs?: HuggingFaceOrganization[] | undefined
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

/** The name of {@link HuggingFaceProfile} in Auth.js. */
export type HuggingfaceProfile = HuggingFaceProfile

export default HuggingFace
