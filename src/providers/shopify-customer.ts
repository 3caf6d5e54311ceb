import { defineOIDC } from './define.js'

/** The claims of the shop's ID token, with the customer. */
export interface ShopifyCustomerProfile {
  sub: string
  customer?: Customer | null | undefined
}

/** The customer's data from the shop. */
interface Customer {
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  emailAddress?: { emailAddress?: string | null | undefined } | null | undefined
}

interface CustomerResponse {
  readonly data?: { readonly customer?: Customer | null } | null
}

/**
 * Signs users in with Shopify customer accounts. Set `shopDomain` to a domain of the shop, such as
 * `acme.myshopify.com`.
 *
 * - There is no client secret. The client must be public, in the settings of the Headless or Hydrogen channel.
 * - The app needs the permission to read protected customer data. Otherwise the profile has neither name nor email
 *   address.
 * - The redirect URI must use HTTPS.
 *
 * @see https://shopify.dev/docs/api/customer
 */
export const ShopifyCustomer = defineOIDC<ShopifyCustomerProfile, { shopDomain: string }>({
  id: 'shopify-customer',
  name: 'Shopify Customer Accounts',
  wellKnown: 'https://{shopDomain}/.well-known/openid-configuration',
  userinfo: {
    additionalRequests: [
      {
        url: 'https://{shopDomain}/.well-known/customer-account-api',
        scheme: 'no-header',
        merge: (profile, api) => ({ ...profile, graphql_api: (api as { graphql_api: string }).graphql_api }),
      },
      {
        url: '{profile.graphql_api}',
        scheme: 'bare-token',
        body: { query: '{ customer { firstName lastName emailAddress { emailAddress } } }' },
        merge: (profile, answer) => ({ ...profile, customer: (answer as CustomerResponse).data?.customer }),
      },
    ],
  },
  scope: 'openid email customer-account-api:full',
  checks: ['pkce', 'state', 'nonce'],
  client: { token_endpoint_auth_method: 'none' },
  profile: ({ sub, customer }) => ({
    id: sub,
    name: [customer?.firstName, customer?.lastName].filter(Boolean).join(' '),
    email: customer?.emailAddress?.emailAddress,
    image: null,
  }),
  icon: () => import('./icons/shopify-customer.js'),
  style: { brandColor: '#7ab55c' },
})

export default ShopifyCustomer
