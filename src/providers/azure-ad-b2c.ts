import { defineOIDC, type IDTokenClaims, type StandardClaims } from './define.js'

/** The claims of an ID token of Azure AD B2C. */
export interface AzureADB2CProfile
  extends IDTokenClaims,
    Pick<StandardClaims, 'name' | 'given_name' | 'family_name' | 'preferred_username'> {
  /** The user's id in the directory. */
  oid?: string | undefined
  emails?: string[] | undefined
  country?: string | undefined
  state?: string | undefined
  city?: string | undefined
  streetAddress?: string | undefined
  postalCode?: string | undefined
  jobTitle?: string | undefined
  /** Whether the user has just signed up. */
  newUser?: boolean | undefined
  /** The identity provider, such as `facebook.com`. */
  idp?: string | undefined
  /** The user flow, such as `B2C_1_signupsignin1`. */
  tfp?: string | undefined
  /** The time when the token becomes valid, in seconds since the epoch. */
  nbf?: number | undefined
  /** The version of the token, such as `1.0`. */
  ver?: string | undefined
  /** Custom attributes. */
  [attribute: `extension_${string}`]: unknown
}

/**
 * Signs users in with Azure AD B2C. Azure AD B2C is closed to new customers since May 2025. Its successor is Microsoft
 * Entra External ID.
 *
 * - Set `issuer` to `https://<tenant>.b2clogin.com/<tenant>.onmicrosoft.com/<user flow>/v2.0`.
 * - Enable the claims "Display Name" and "Email Addresses" in the user flow. Otherwise the profile has no name and no
 *   email address.
 * - The client id is one of the scopes, because Azure AD B2C issues no access token without it.
 * - Azure AD B2C does not report whether an email address is verified. An address from another identity provider may be
 *   unverified.
 *
 * @see https://portal.azure.com/#view/Microsoft_AAD_B2CAdmin/TenantManagementMenuBlade/~/registeredApps
 */
export const AzureADB2C = defineOIDC<AzureADB2CProfile>({
  id: 'azure-ad-b2c',
  name: 'Azure AD B2C',
  acceptedIssuers: 'same-origin',
  scope: 'openid profile email {clientId}',
  profile: ({ sub, name, preferred_username, emails }) => ({
    id: sub,
    name: name ?? preferred_username,
    email: emails?.[0],
  }),
  icon: () => import('./icons/azure-ad-b2c.js'),
  style: { bg: '#0072c6', text: '#fff' },
})

export default AzureADB2C
