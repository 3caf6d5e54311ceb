import { defineOIDC } from './define.js'

/** What Riot's userinfo endpoint answers, and the account. */
export interface RiotGamesProfile {
  [claim: string]: unknown
  sub: string
  puuid?: string | undefined
  gameName?: string | undefined
  tagLine?: string | undefined
}

/**
 * Riot Games. `region` says which cluster is asked for the account: `americas`, `europe` or `asia`, whichever is near.
 *
 * - Riot admits apps one by one, after a production key.
 * - No address.
 * - Some clients must prove themselves with a key: set `client` and `token.clientPrivateKey` for `private_key_jwt`.
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

/** @alias */
export default RiotGames
