import type { UserinfoRequest } from '../types/endpoint.js'
import { defineOAuth } from './define.js'

/** What `GET /v3/application/users/{user_id}` answers. */
export interface EtsyProfile {
  [member: string]: unknown
  user_id: number
  first_name: string | null
  last_name: string | null
  primary_email?: string | null | undefined
  image_url_75x75: string | null
}

/**
 * Etsy. The client id is called "Keystring" there, and the client secret "Shared secret"; it needs both.
 *
 * - A new app is for its owner and few others, until Etsy grants it commercial access.
 * - The address needs the scope `email_r`, which Etsy must have approved. Whether it is proven is not said.
 * - Redirect URIs must be https.
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

/** Whose token it is stands in front of its first dot. */
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

/** @alias */
export default Etsy
