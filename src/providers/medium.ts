import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /v1/me`. */
export interface MediumProfile extends AdditionalClaims {
  data: { id: string; username: string; name: string; url: string; imageUrl: string }
}

/**
 * Signs users in with Medium. The API is closed. You cannot create new apps, and existing apps may stop working at any
 * time.
 *
 * - Medium does not return an email address.
 *
 * @deprecated Archived in March 2023, and closed to new apps.
 * @see https://github.com/Medium/medium-api-docs
 */
export const Medium = defineOAuth<MediumProfile>({
  id: 'medium',
  name: 'Medium',
  authorization: 'https://medium.com/m/oauth/authorize',
  // Renamed, because the `expires_at` of Medium is in milliseconds.
  token: {
    url: 'https://api.medium.com/v1/tokens',
    scopeIsArray: true,
    responseAliases: { expires_at: 'expires_at_ms' },
  },
  userinfo: 'https://api.medium.com/v1/me',
  scope: 'basicProfile',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { id, name, imageUrl } }) => ({ id, name, email: null, image: imageUrl }),
  icon: () => import('./icons/medium.js'),
})

export default Medium
