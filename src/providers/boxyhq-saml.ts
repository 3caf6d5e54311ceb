import { defineOAuth } from './define.js'

/** What `GET /api/oauth/userinfo` answers. */
export interface BoxyHQSAMLProfile {
  [member: string]: unknown
  id: string
  email: string
  firstName?: string | undefined
  lastName?: string | undefined
  roles?: readonly string[] | undefined
  groups?: readonly string[] | undefined
  requested?: { tenant?: string; product?: string } | undefined
  /** All that the identity provider said. */
  raw?: Readonly<Record<string, unknown>> | undefined
}

/**
 * BoxyHQ SAML Jackson, which is called Ory Polis since 2025: companies sign in with SAML. The issuer is the address of
 * your installation.
 *
 * - With the client of one connection, that is the company. For several give `dummy` as client id and secret, and
 *   `tenant` and `product` as request parameters.
 * - An address is as good as the company's word for it. Check `requested.tenant` before you trust it.
 *
 * @see https://www.ory.com/docs/polis
 */
export const BoxyHQSAML = defineOAuth<BoxyHQSAMLProfile>({
  id: 'boxyhq-saml',
  name: 'BoxyHQ SAML',
  authorization: { url: '{issuer}/api/oauth/authorize', params: { provider: 'saml' } },
  token: '{issuer}/api/oauth/token',
  userinfo: '{issuer}/api/oauth/userinfo',
  scope: '',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, email, firstName, lastName }) => ({
    id,
    name: [firstName, lastName].filter(Boolean).join(' '),
    email,
  }),
  icon: () => import('./icons/boxyhq-saml.js'),
  style: { brandColor: '#25c2a0' },
})

/** @alias */
export default BoxyHQSAML
