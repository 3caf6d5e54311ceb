import type { UserinfoRequest } from '../types/endpoint.js'
import { defineOAuth } from './define.js'

/** The response of `GET /v3/application/users/{user_id}`. */
export interface EtsyProfile {
  user_id: number
  first_name: string | null
  last_name: string | null
  primary_email?: string | null | undefined
  image_url_75x75: string | null
}

/**
 * Signs users in with Etsy. Etsy calls the client id "Keystring" and the client secret "Shared secret". Both are
 * required.
 *
 * - A new app accepts only its owner and a few other users, until Etsy grants commercial access.
 * - The email address requires the scope `email_r`, which Etsy must approve. Etsy does not report whether an email
 *   address is verified.
 * - Redirect URIs must use HTTPS.
 *
 * @see https://www.etsy.com/developers/your-apps
 */
export const Etsy = defineOAuth<EtsyProfile>({
  id: 'etsy',
  name: 'Etsy',
  authorization: 'https://www.etsy.com/oauth/connect',
  token: 'https://api.etsy.com/v3/public/oauth/token',
  userinfo: { url: 'https://openapi.etsy.com/v3/application/users/', request: fetchOwner },
  scope: 'email_r profile_r',
  client: { token_endpoint_auth_method: 'none' },
  profile: ({ user_id, first_name, last_name, primary_email, image_url_75x75 }) => ({
    id: String(user_id),
    name: [first_name, last_name].filter(Boolean).join(' ') || null,
    email: primary_email,
    image: image_url_75x75,
  }),
  icon: () => import('./icons/etsy.js'),
  style: { brandColor: '#F16521' },
})

/** The user id is the part of the access token before the first dot. */
async function fetchOwner({ tokens, provider, fetch }: Parameters<UserinfoRequest>[0]): Promise<unknown> {
  const { access_token = '' } = tokens
  const [ownerId = ''] = access_token.split('.')
  const response = await fetch(new URL(encodeURIComponent(ownerId), provider.userinfo?.url).href, {
    headers: {
      authorization: `Bearer ${access_token}`,
      'x-api-key': `${provider.clientId ?? ''}:${provider.clientSecret ?? ''}`,
    },
  })
  return response.json()
}

export default Etsy
