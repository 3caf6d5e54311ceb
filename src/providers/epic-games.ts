import { defineOAuth } from './define.js'

/** The userinfo response of Epic. */
export interface EpicGamesProfile {
  /** The account id. */
  sub: string
  /** The display name, which users can change. */
  preferred_username: string
}

/**
 * Signs users in with Epic Games.
 *
 * - Epic Games returns neither an email address nor a picture.
 * - Until Epic Games has reviewed the brand of the app, only users of your own organization can sign in.
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

export default EpicGames
