import { type AdditionalClaims, defineOAuth } from './define.js'

/** The claims of EVE Online's access token. */
export interface EVEOnlineProfile extends AdditionalClaims {
  /** `CHARACTER:EVE:<id>` */
  sub: string
  name: string
  /** A value that changes when the character is transferred. */
  owner: string
  scp?: string | readonly string[] | undefined
  tenant: string
  region: string
}

/**
 * Signs users in with EVE Online. An EVE Online identity is a character, not a user account.
 *
 * - A character can be sold. Store `owner`, and reject a sign-in whose `owner` differs from the stored one.
 * - EVE Online does not return an email address.
 * - The application needs the scope `publicData`. Otherwise set other scopes in Latchkey.
 *
 * @see https://developers.eveonline.com/applications
 */
export const EVEOnline = defineOAuth<EVEOnlineProfile>({
  id: 'eveonline',
  name: 'EVE Online',
  issuer: 'https://login.eveonline.com',
  authorization: 'https://login.eveonline.com/v2/oauth/authorize',
  token: 'https://login.eveonline.com/v2/oauth/token',
  userinfo: { source: 'access_token' },
  scope: 'publicData',
  checks: ['state'],
  profile: ({ sub, name }) => {
    const id = sub.split(':').at(-1) ?? ''
    return { id, name, image: `https://images.evetech.net/characters/${id}/portrait?size=128` }
  },
})

export default EVEOnline
