import { defineOAuth } from './define.js'

/** The response of the `viewer` query. */
export interface ProductHuntProfile {
  data: {
    viewer: { user: { id: string; name: string; username: string; profileImage?: string | null | undefined } }
  }
}

/**
 * Signs users in with Product Hunt.
 *
 * - Product Hunt does not return an email address.
 *
 * @see https://www.producthunt.com/v2/oauth/applications
 */
export const ProductHunt = defineOAuth<ProductHuntProfile>({
  id: 'product-hunt',
  name: 'Product Hunt',
  authorization: 'https://api.producthunt.com/v2/oauth/authorize',
  token: 'https://api.producthunt.com/v2/oauth/token',
  userinfo: {
    url: 'https://api.producthunt.com/v2/api/graphql',
    body: { query: '{ viewer { user { id name username profileImage } } }' },
  },
  scope: 'public private',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { viewer } }) => ({
    id: viewer.user.id,
    name: viewer.user.name,
    email: null,
    image: viewer.user.profileImage,
  }),
  icon: () => import('./icons/product-hunt.js'),
  style: { brandColor: '#da552f' },
})

export default ProductHunt
