import { defineOAuth } from './define.js'

/** The response of `POST /oauth2/user_info`. */
export interface VKProfile {
  user: {
    user_id: string
    first_name: string
    last_name: string
    email?: string | undefined
    phone?: string | undefined
    avatar?: string | undefined
    birthday?: string | undefined
    /** Zero if unknown, one for women, two for men. */
    sex?: 0 | 1 | 2 | undefined
    /** Whether the page has a VK verification badge. It does not refer to the email address. */
    verified: boolean
  }
}

/**
 * Signs users in with VK. The provider uses VK ID.
 *
 * - Create the app in VK ID. Apps for the old VK OAuth do not work. User ids stay the same.
 * - There is no client secret. Latchkey does not send the app's protected key.
 * - To refresh tokens, VK requires the `device_id` of the sign-in, which Latchkey does not store.
 * - VK does not report whether an email address is verified. Some users have no email address.
 *
 * @see https://id.vk.com/about/business/go
 */
export const VK = defineOAuth<VKProfile>({
  id: 'vk',
  name: 'VK',
  authorization: 'https://id.vk.ru/authorize',
  token: {
    url: 'https://id.vk.ru/oauth2/auth',
    extraParams: { device_id: '{callback.device_id}', state: '{callback.state}' },
  },
  userinfo: {
    url: 'https://id.vk.ru/oauth2/user_info',
    scheme: 'no-header',
    format: 'form',
    body: { access_token: '{tokens.access_token}', client_id: '{clientId}' },
  },
  scope: 'email',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'none' },
  profile: ({ user: { user_id, first_name, last_name, email, avatar } }) => ({
    id: String(user_id),
    name: [first_name, last_name].filter(Boolean).join(' '),
    email,
    image: avatar,
  }),
  icon: () => import('./icons/vk.js'),
  style: { bg: '#07F', text: '#fff' },
})

/** The name of {@link VKProfile} in Auth.js. */
export type VkProfile = VKProfile

export default VK
