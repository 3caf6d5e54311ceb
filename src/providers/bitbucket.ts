import { defineOAuth } from './define.js'

/** The response of `GET /2.0/user`, with the email address. */
export interface BitbucketProfile {
  account_id: string
  uuid: string
  display_name: string
  username?: string | undefined
  nickname?: string | undefined
  email?: string | undefined
  email_verified?: boolean | undefined
  type: string
  created_on: string
  account_status: string
  is_staff: boolean
  has_2fa_enabled: boolean | null
  location: string | null
  links: Record<'self' | 'avatar' | 'html' | 'repositories' | 'snippets' | 'hooks', { href: string }>
}

interface BitbucketEmails {
  values: ReadonlyArray<{ email: string; is_primary: boolean; is_confirmed: boolean }>
}

/**
 * Signs users in with Bitbucket.
 *
 * - The consumer needs the permissions "Account: Read" and "Account: Email".
 * - Latchkey requests the primary email address separately. Without the permission "Account: Email" there is none.
 *
 * @see https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/
 */
export const Bitbucket = defineOAuth<BitbucketProfile>({
  id: 'bitbucket',
  name: 'Bitbucket',
  authorization: 'https://bitbucket.org/site/oauth2/authorize',
  token: { url: 'https://bitbucket.org/site/oauth2/access_token', responseAliases: { scopes: 'scope' } },
  userinfo: {
    url: 'https://api.bitbucket.org/2.0/user',
    additionalRequests: [
      { url: 'https://api.bitbucket.org/2.0/user/emails', ignoreFailure: 'client-error', merge: withEmail },
    ],
  },
  scope: 'account email',
  profile: ({ account_id, display_name, username, email, links }) => ({
    id: account_id,
    name: display_name ?? username,
    email,
    image: links.avatar.href,
  }),
  icon: () => import('./icons/bitbucket.js'),
  style: { bg: '#205081', text: '#fff' },
})

function withEmail(profile: Readonly<Record<string, unknown>>, body: unknown) {
  const { values } = body as BitbucketEmails
  const primary = values.find(({ is_primary }) => is_primary) ?? values[0]
  return { ...profile, email: primary?.email, email_verified: primary?.is_confirmed }
}

export default Bitbucket
