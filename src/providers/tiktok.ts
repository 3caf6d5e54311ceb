import { defineOAuth } from './define.js'

/** The response of `GET /v2/user/info/`. */
export interface TikTokProfile {
  data: {
    user: {
      /** The user's id in this app. */
      open_id: string
      /** The user's id, the same for all apps of a developer. */
      union_id?: string | undefined
      display_name: string
      /** Declared by Auth.js. TikTok does not return it. */
      email?: string | undefined
      avatar_url?: string | undefined
      avatar_url_100?: string | undefined
      avatar_large_url?: string | undefined
      /** Requires the scope `user.info.profile`, as the next three. */
      username?: string | undefined
      bio_description?: string | undefined
      profile_deep_link?: string | undefined
      is_verified?: boolean | undefined
      /** Requires the scope `user.info.stats`, as the next three. */
      follower_count?: number | undefined
      following_count?: number | undefined
      likes_count?: number | undefined
      video_count?: number | undefined
    }
  }
  error?: { code: string; message: string; log_id: string } | undefined
}

/**
 * Signs users in with TikTok.
 *
 * - TikTok calls the client id "Client key".
 * - TikTok does not return an email address.
 * - `open_id` differs per app. For one id in all your apps, map `union_id`.
 * - The handle requires the scope `user.info.profile`, and `username` among the `fields` of `userinfo`. Separate scopes
 *   with commas.
 * - The redirect URI of a production app must use HTTPS and cannot be localhost.
 *
 * @see https://developers.tiktok.com/apps/
 */
export const TikTok = defineOAuth<TikTokProfile>({
  id: 'tiktok',
  name: 'TikTok',
  authorization: {
    url: 'https://www.tiktok.com/v2/auth/authorize/',
    parameterNames: { client_id: 'client_key' },
  },
  token: { url: 'https://open.tiktokapis.com/v2/oauth/token/', parameterNames: { client_id: 'client_key' } },
  userinfo: 'https://open.tiktokapis.com/v2/user/info/?fields=open_id,union_id,avatar_url,display_name',
  scope: 'user.info.basic',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { user } }) => ({
    id: user.open_id,
    name: user.display_name,
    email: null,
    image: user.avatar_url,
  }),
  icon: () => import('./icons/tiktok.js'),
  style: { bg: '#000', text: '#fff' },
})

/** The name of {@link TikTokProfile} in Auth.js. */
export type TiktokProfile = TikTokProfile

export default TikTok
