import { defineOAuth } from './define.js'

/** The response of `GET /api/users/whoami`. */
export interface ShikimoriProfile {
  id: number
  nickname: string
  avatar?: string | undefined
  url?: string | undefined
}

/**
 * Signs users in with Shikimori. `baseUrl` is the current domain, which has changed several times. Set `appName` to the
 * registered name of the app, which Shikimori requires in every request.
 *
 * - Shikimori does not return an email address.
 * - Latchkey requests no scope. To add one, set
 *   `authorization: { params: { scope: 'user_rates' }, parameterNames: { scope: 'scope' } }`.
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

export default Shikimori
