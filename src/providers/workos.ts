import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /sso/profile`. */
export interface WorkOSProfile extends AdditionalClaims {
  id: string
  connection_id: string
  connection_type: string
  organization_id?: string | null | undefined
  idp_id: string
  email: string
  first_name: string | null
  last_name: string | null
  groups?: string[] | undefined
  /** The unmodified attributes from the identity provider of the connection. */
  raw_attributes?: { picture?: string } | undefined
}

interface WorkOSOptions {
  connection?: string | undefined
  organization?: string | undefined
  /** `GoogleOAuth`, `MicrosoftOAuth`, `GitHubOAuth`, `AppleOAuth` or `authkit`. */
  provider?: string | undefined
  domain_hint?: string | undefined
}

/**
 * Signs users in with WorkOS. The provider supports single sign-on, not AuthKit. The client secret is the API key.
 *
 * - Set `connection`, `organization` or `provider` to select the connection. Set it in the options for all users, or
 *   per sign-in with `signIn('workos', {}, { organization: 'org_…' })`.
 * - Visitors can request another connection. To restrict sign-in, check `organization_id` or `connection_id` of the
 *   profile in the `signIn` callback.
 * - WorkOS does not report whether an email address is verified. It depends on the identity provider of the connection.
 *
 * @see https://dashboard.workos.com/
 */
export const WorkOS = defineOAuth<WorkOSProfile, WorkOSOptions>({
  id: 'workos',
  name: 'WorkOS',
  issuer: 'https://api.workos.com/',
  authorization: {
    url: '{issuer}/sso/authorize',
    forwardedOptions: ['connection', 'organization', 'provider', 'domain_hint'],
  },
  token: { url: '{issuer}/sso/token', tokenType: 'bearer' },
  userinfo: '{issuer}/sso/profile',
  scope: null,
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, first_name, last_name, email, raw_attributes }) => ({
    id,
    name: [first_name, last_name].filter(Boolean).join(' ') || null,
    email,
    image: raw_attributes?.picture,
  }),
  icon: () => import('./icons/workos.js'),
  style: { bg: '#6363f1', text: '#fff' },
})

export default WorkOS
