import { defineOIDC } from './define.js'

/** The claims of the shop's ID token, and the customer. */
export interface ShopifyCustomerProfile {
  [claim: string]: unknown
  sub: string
  customer?: Customer | null | undefined
}

/** The customer, as the shop knows them. */
interface Customer {
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  emailAddress?: { emailAddress?: string | null | undefined } | null | undefined
}

interface CustomerResponse {
  readonly data?: { readonly customer?: Customer | null } | null
}

/**
 * The customer accounts of a Shopify shop. `shopDomain` is a domain of the shop, such as `acme.myshopify.com`.
 *
 * - There is no secret. The client must be a public one, in the settings of the Headless or Hydrogen channel.
 * - The app needs the permission to read customers' protected data; else nobody has a name or an address.
 * - The redirect URI must be https.
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
        scheme: 'absent',
        merge: (profile, api) => ({ ...profile, graphql_api: (api as { graphql_api: string }).graphql_api }),
      },
      {
        url: '{profile.graphql_api}',
        scheme: 'none',
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

/** @alias */
export default ShopifyCustomer
