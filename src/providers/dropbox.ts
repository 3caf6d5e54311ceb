import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `POST /2/users/get_current_account`. */
export interface DropboxProfile extends AdditionalClaims {
  account_id: string
  name: { display_name: string; given_name: string; surname: string; familiar_name: string }
  email: string
  email_verified: boolean
  profile_photo_url?: string | undefined
  country?: string | undefined
  locale: string
  team?: { id: string; name: string } | undefined
}

/**
 * Signs users in with Dropbox.
 *
 * - The app needs the permission `account_info.read`.
 * - Dropbox returns a refresh token. To opt out, set `token_access_type: 'online'` in `authorization.params`.
 *
 * @see https://www.dropbox.com/developers/apps
 */
export const Dropbox = defineOAuth<DropboxProfile>({
  id: 'dropbox',
  name: 'Dropbox',
  authorization: {
    url: 'https://www.dropbox.com/oauth2/authorize',
    params: { token_access_type: 'offline' },
  },
  token: 'https://api.dropboxapi.com/oauth2/token',
  userinfo: { url: 'https://api.dropboxapi.com/2/users/get_current_account', method: 'POST' },
  scope: 'account_info.read',
  profile: ({ account_id, name, email, profile_photo_url }) => ({
    id: account_id,
    name: name.display_name,
    email,
    image: profile_photo_url,
  }),
  icon: () => import('./icons/dropbox.js'),
  style: { brandColor: '#0061fe' },
})

export default Dropbox
