import { defineOAuth } from './define.js'

/** The response of `GET /v0/meta/whoami`. */
export interface AirtableProfile {
  id: string
  /** Requires the scope `user.email:read`. */
  email?: string | undefined
  scopes?: readonly string[] | undefined
}

/**
 * Signs users in with Airtable.
 *
 * - `name` is the email address, because Airtable returns no name. Airtable does not report whether an email address is
 *   verified.
 * - The integration must have every scope that you request.
 * - The integration needs a client secret, which Airtable creates only on request.
 *
 * @see https://airtable.com/create/oauth
 */
export const Airtable = defineOAuth<AirtableProfile>({
  id: 'airtable',
  name: 'Airtable',
  authorization: 'https://airtable.com/oauth2/v1/authorize',
  token: 'https://airtable.com/oauth2/v1/token',
  userinfo: 'https://api.airtable.com/v0/meta/whoami',
  scope: 'user.email:read',
  checks: ['pkce', 'state'],
  profile: ({ id, email }) => ({ id, name: email, email, image: null }),
  icon: () => import('./icons/airtable.js'),
  style: { brandColor: '#18BFFF' },
})

export default Airtable
