import { defineOAuth } from './define.js'

/** The response of `GET /v2/accounts/me`. */
export interface LiveChatProfile {
  account_id: string
  name: string
  email: string
  email_verified?: boolean | undefined
  avatar_url?: string | null | undefined
}

/**
 * Signs users in with LiveChat. LiveChat is a product of the company Text.
 *
 * - Set the scopes on the app in the console, not in the request. The app needs `accounts--my:ro`.
 *
 * @see https://platform.text.com/console/apps
 */
export const LiveChat = defineOAuth<LiveChatProfile>({
  id: 'livechat',
  name: 'LiveChat',
  authorization: 'https://accounts.livechat.com',
  token: 'https://accounts.livechat.com/v2/token',
  userinfo: 'https://accounts.livechat.com/v2/accounts/me',
  scope: null,
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ account_id, name, email, avatar_url }) => ({ id: account_id, name, email, image: avatar_url }),
  icon: () => import('./icons/livechat.js'),
})

export default LiveChat
