import { defineOAuth } from './define.js'

/** What `GET /v0/meta/whoami` answers. */
export interface AirtableProfile {
  [member: string]: unknown
  id: string
  /** With the scope `user.email:read`. */
  email?: string | undefined
  scopes?: readonly string[] | undefined
}

/**
 * Airtable.
 *
 * - The name is the address, and Airtable does not say whether that is proven.
 * - The integration must have every scope that is asked for, and a client secret, which is made only on request.
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

/** @alias */
export default Airtable
