import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /api/oauth/userinfo`. */
export interface BoxyHQSAMLProfile extends AdditionalClaims {
  id: string
  email: string
  firstName?: string | undefined
  lastName?: string | undefined
  roles?: readonly string[] | undefined
  groups?: readonly string[] | undefined
  requested?: { tenant?: string; product?: string } | undefined
  /** All attributes from the identity provider. */
  raw?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Signs users in with BoxyHQ SAML Jackson. The product is called Ory Polis since 2025. It provides SAML single sign-on
 * for companies. Set `issuer` to the URL of your installation.
 *
 * - The client id of a connection selects that company. To support several companies, use `dummy` as client id and
 *   secret, and set `tenant` and `product` as request parameters.
 * - The company asserts the email address. Check `requested.tenant` before you trust it.
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

export default BoxyHQSAML
