import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /api/users/me`. */
export interface Concept2Profile extends AdditionalClaims {
  data: {
    id: number
    username: string
    first_name: string
    last_name: string
    email: string
    country: string
    profile_image: string | null
  }
}

/**
 * Signs users in with Concept2. Concept2 is a logbook for rowers, skiers and cyclists.
 *
 * - Separate scopes with commas: `user:read,results:read`.
 * - Test a new app at log-dev.concept2.com. Concept2 must approve it before it can access the production logbook.
 *
 * @see https://log.concept2.com/developers/keys
 */
export const Concept2 = defineOAuth<Concept2Profile>({
  id: 'concept2',
  name: 'Concept2',
  authorization: 'https://log.concept2.com/oauth/authorize',
  token: 'https://log.concept2.com/oauth/access_token',
  userinfo: 'https://log.concept2.com/api/users/me',
  scope: 'user:read',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { id, username, email, profile_image } }) => ({
    id: String(id),
    name: username,
    email,
    image: profile_image,
  }),
})

export default Concept2
