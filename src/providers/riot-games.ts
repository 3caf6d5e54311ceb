import { defineOIDC } from './define.js'

/** The userinfo response of Riot Games, with the account. */
export interface RiotGamesProfile {
  sub: string
  puuid?: string | undefined
  gameName?: string | undefined
  tagLine?: string | undefined
}

/**
 * Signs users in with Riot Games. Set `region` to the cluster to request: `americas`, `europe` or `asia`. Use the
 * nearest one.
 *
 * - Riot Games approves apps individually, after you have a production key.
 * - Riot Games does not return an email address.
 * - Some clients must authenticate with a key. Set `client` and `token.clientPrivateKey` for `private_key_jwt`.
 *
 * @see https://developer.riotgames.com/docs/lol#rso-integration
 */
export const RiotGames = defineOIDC<RiotGamesProfile, { region?: 'americas' | 'europe' | 'asia' }>({
  id: 'riot-games',
  name: 'Riot Games',
  issuer: 'https://auth.riotgames.com',
  userinfo: {
    additionalRequests: [
      {
        url: 'https://{region}.api.riotgames.com/riot/account/v1/accounts/me',
        merge: (profile, answer) => ({ ...profile, ...(answer as object) }),
      },
    ],
  },
  idToken: false,
  scope: 'openid',
  checks: ['state'],
  profile: ({ sub, gameName, tagLine }) => ({
    id: sub,
    name: gameName && `${gameName}#${tagLine}`,
    email: null,
    image: null,
  }),
  icon: () => import('./icons/riot-games.js'),
  style: { brandColor: '#eb0029' },
  region: 'americas',
})

export default RiotGames
