import { defineOAuth } from './define.js'

/** The response of the `me` query. */
export interface SnapchatProfile {
  data: {
    me: {
      externalId: string
      displayName: string
      bitmoji?: { avatar?: string | null | undefined; id?: string | null | undefined } | null | undefined
    }
  }
}

/**
 * Signs users in with Snapchat.
 *
 * - Snapchat does not return an email address.
 * - `externalId` differs per app.
 *
 * @see https://kit.snapchat.com/manage
 */
export const Snapchat = defineOAuth<SnapchatProfile>({
  id: 'snapchat',
  name: 'Snapchat',
  authorization: 'https://accounts.snapchat.com/accounts/oauth2/auth',
  token: 'https://accounts.snapchat.com/accounts/oauth2/token',
  userinfo: {
    url: 'https://kit.snapchat.com/v1/me',
    params: { query: '{ me { externalId displayName bitmoji { avatar id } } }' },
  },
  scope: ['user.external_id', 'user.display_name', 'user.bitmoji.avatar']
    .map(name => `https://auth.snapchat.com/oauth2/api/${name}`)
    .join(' '),
  checks: ['state'],
  profile: ({ data: { me } }) => ({
    id: me.externalId,
    name: me.displayName,
    email: null,
    image: me.bitmoji?.avatar,
  }),
  icon: () => import('./icons/snapchat.js'),
  style: { brandColor: '#fffc00' },
})

export default Snapchat
