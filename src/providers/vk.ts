import { defineOAuth } from './define.js'

/** What `POST /oauth2/user_info` answers. */
export interface VKProfile {
  [member: string]: unknown
  user: {
    user_id: string
    first_name: string
    last_name: string
    email?: string | undefined
    phone?: string | undefined
    avatar?: string | undefined
    birthday?: string | undefined
    /** Whether the page has a mark of VK. It says nothing about the address. */
    verified: boolean
  }
}

/**
 * VK, through VK ID.
 *
 * - The app must be one of VK ID: those that were made for the old VK OAuth do not work here. People keep their ids.
 * - There is no client secret; the app's protected key is not sent.
 * - To refresh tokens VK wants the `device_id` of the sign-in again, which is not kept.
 * - VK does not say whether an address is proven, and not everybody has one.
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
    scheme: 'absent',
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

/** @alias */
export default VK
