import { defineOAuth } from './define.js'

/** The claims of EVE Online's access token. */
export interface EVEOnlineProfile {
  [claim: string]: unknown
  /** `CHARACTER:EVE:<id>` */
  sub: string
  name: string
  /** Changes when the character changes hands. */
  owner: string
  scp?: string | readonly string[] | undefined
  tenant: string
  region: string
}

/**
 * EVE Online. Who signs in is a character, not a person.
 *
 * - A character may be sold. Keep `owner`, and let nobody in whose `owner` is another than before.
 * - Nobody has an address.
 * - The application needs the scope `publicData`, or other scopes here.
 *
 * @see https://developers.eveonline.com/applications
 */
export const EVEOnline = defineOAuth<EVEOnlineProfile>({
  id: 'eveonline',
  name: 'EVE Online',
  issuer: 'https://login.eveonline.com',
  authorization: 'https://login.eveonline.com/v2/oauth/authorize',
  token: 'https://login.eveonline.com/v2/oauth/token',
  userinfo: { from: 'access_token' },
  scope: 'publicData',
  checks: ['state'],
  profile: ({ sub, name }) => {
    const id = sub.split(':').at(-1) ?? ''
    return { id, name, image: `https://images.evetech.net/characters/${id}/portrait?size=128` }
  },
})

/** @alias */
export default EVEOnline
