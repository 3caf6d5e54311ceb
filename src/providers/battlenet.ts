import { type AdditionalClaims, defineOIDC } from './define.js'

/** The claims of Battle.net's ID token. */
export interface BattleNetProfile extends AdditionalClaims {
  sub: string
  battle_tag?: string | undefined
  /** The name of this claim in the userinfo response. */
  battletag?: string | undefined
}

/**
 * Signs users in with Battle.net.
 *
 * - In China, set `issuer` to `https://oauth.battlenet.com.cn`.
 * - Battle.net returns neither an email address nor a picture.
 *
 * @see https://community.developer.battle.net/access/clients
 */
export const BattleNet = defineOIDC<BattleNetProfile>({
  id: 'battlenet',
  name: 'Battle.net',
  issuer: 'https://oauth.battle.net',
  scope: 'openid',
  profile: ({ sub, battle_tag, battletag }) => ({ id: sub, name: battle_tag ?? battletag }),
  icon: () => import('./icons/battlenet.js'),
  style: { bg: '#148eff', text: '#fff' },
})

/** The issuers of the regions. The name in Auth.js. */
export type BattleNetIssuer =
  | 'https://oauth.battle.net'
  | 'https://oauth.battlenet.com.cn'
  | 'https://www.battlenet.com.cn/oauth'
  | `https://${'us' | 'eu' | 'kr' | 'tw'}.battle.net/oauth`

export default BattleNet
