import { defineOAuth } from './define.js'

/** What `GET /sso/profile` answers. */
export interface WorkOSProfile {
  [member: string]: unknown
  id: string
  connection_id: string
  connection_type: string
  organization_id?: string | null | undefined
  idp_id: string
  email: string
  first_name: string | null
  last_name: string | null
  groups?: string[] | undefined
  /** As the identity provider of the connection sent them. */
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
 * WorkOS, single sign-on (not AuthKit). The client secret is the API key.
 *
 * - WorkOS must know whose sign-in it is: give `connection`, `organization` or `provider`, here for everybody, or for one
 *   visitor with `signIn('workos', {}, { organization: 'org_…' })`. A visitor may ask for another one: let `signIn` check
 *   `organization_id` or `connection_id` of the profile where only one may come in.
 * - Whether an address is proven is not said: that is up to the identity provider of the connection.
 *
 * @see https://dashboard.workos.com/
 */
export const WorkOS = defineOAuth<WorkOSProfile, WorkOSOptions>({
  id: 'workos',
  name: 'WorkOS',
  issuer: 'https://api.workos.com/',
  authorization: {
    url: '{issuer}/sso/authorize',
    options: ['connection', 'organization', 'provider', 'domain_hint'],
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

/** @alias */
export default WorkOS
