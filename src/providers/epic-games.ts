import { defineOAuth } from './define.js'

/** What Epic's userinfo endpoint answers. */
export interface EpicGamesProfile {
  [claim: string]: unknown
  /** The account id. */
  sub: string
  /** The display name, which people may change. */
  preferred_username: string
}

/**
 * Epic Games.
 *
 * - There is no e-mail address and no picture.
 * - Until Epic has reviewed the brand of the app, only people of its own organisation can sign in.
 *
 * @see https://dev.epicgames.com/portal
 */
export const EpicGames = defineOAuth<EpicGamesProfile>({
  id: 'epic-games',
  name: 'Epic Games',
  authorization: 'https://www.epicgames.com/id/authorize',
  token: 'https://api.epicgames.dev/epic/oauth/v2/token',
  userinfo: 'https://api.epicgames.dev/epic/oauth/v2/userInfo',
  scope: 'basic_profile',
  checks: ['state'],
  profile: ({ sub, preferred_username }) => ({ id: sub, name: preferred_username, email: null, image: null }),
  icon: () => import('./icons/epic-games.js'),
  style: { brandColor: '#313131' },
})

/** @alias */
export default EpicGames
