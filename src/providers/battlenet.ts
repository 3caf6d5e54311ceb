import { defineOIDC } from './define.js'

/** The claims of Battle.net's ID token. */
export interface BattleNetProfile {
  [claim: string]: unknown
  sub: string
  battle_tag?: string | undefined
  /** What the userinfo endpoint calls it. */
  battletag?: string | undefined
}

/**
 * Battle.net.
 *
 * - In China the issuer is `https://oauth.battlenet.com.cn`.
 * - Nobody has an address or a picture.
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

/** @alias */
export default BattleNet
