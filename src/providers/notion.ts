import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /v1/users/me`: the integration and the user who owns it. */
export interface NotionProfile extends AdditionalClaims {
  id: string
  bot: {
    owner: {
      type: 'user'
      user: {
        id: string
        name: string | null
        avatar_url: string | null
        person?: { email?: string | undefined } | undefined
      }
    }
    workspace_name?: string | null | undefined
  }
}

interface NotionOptions {
  /** Accepted because Auth.js requires it, and not used: the callback URL is that of the provider. */
  redirectUri?: string | undefined
}

/**
 * Signs users in with Notion.
 *
 * - Only a public integration can sign users in. An internal integration belongs to a workspace and has no user.
 * - Notion does not use scopes. To read email addresses, the integration needs the capability "Read user information
 *   including email addresses".
 * - Notion does not report whether an email address is verified.
 *
 * @see https://www.notion.so/my-integrations
 */
export const Notion = defineOAuth<NotionProfile, NotionOptions>({
  id: 'notion',
  name: 'Notion',
  authorization: { url: 'https://api.notion.com/v1/oauth/authorize', params: { owner: 'user' } },
  token: { url: 'https://api.notion.com/v1/oauth/token', format: 'json' },
  userinfo: { url: 'https://api.notion.com/v1/users/me', headers: { 'Notion-Version': '2022-06-28' } },
  scope: null,
  profile: ({ bot }) => {
    const { id, name, person, avatar_url } = bot.owner.user
    return { id, name, email: person?.email, image: avatar_url }
  },
  icon: () => import('./icons/notion.js'),
  style: { bg: '#fff', text: '#000' },
})

/** The owner of the integration. The name in Auth.js. */
export type Owner = NotionProfile['bot']['owner']

/** The user of an {@link Owner}. The name in Auth.js. */
export type User = Owner['user']

/** The email address of a {@link User}. The name in Auth.js. */
export type Person = NonNullable<User['person']>

export default Notion
