import { defineOAuth } from './define.js'

/** What `GET /api/users/whoami` answers. */
export interface ShikimoriProfile {
  [member: string]: unknown
  id: number
  nickname: string
  avatar?: string | undefined
  url?: string | undefined
}

/**
 * Shikimori. It has moved a few times: `baseUrl` is where it is now. `appName` is the name under which you registered
 * your app; Shikimori wants it in every request.
 *
 * - No address.
 * - No scope is asked for. For one set `authorization: { params: { scope: 'user_rates' }, names: { scope: 'scope' } }`.
 *
 * @see https://shikimori.one/oauth/applications
 */
export const Shikimori = defineOAuth<ShikimoriProfile, { baseUrl?: string; appName?: string }>({
  id: 'shikimori',
  name: 'Shikimori',
  authorization: '{baseUrl}/oauth/authorize',
  token: { url: '{baseUrl}/oauth/token', headers: { 'user-agent': '{appName}' } },
  userinfo: { url: '{baseUrl}/api/users/whoami', headers: { 'user-agent': '{appName}' } },
  scope: null,
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, nickname, avatar }) => ({ id: String(id), name: nickname, email: null, image: avatar }),
  baseUrl: 'https://shikimori.one',
  appName: 'latchkey',
})

/** @alias */
export default Shikimori
