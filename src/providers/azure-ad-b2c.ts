import { defineOIDC } from './define.js'

/** The claims of an ID token of Azure AD B2C. */
export interface AzureADB2CProfile {
  [claim: string]: unknown
  sub: string
  /** The person in the directory. */
  oid?: string | undefined
  name?: string | undefined
  preferred_username?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
  emails?: readonly string[] | undefined
  /** Where the person signed in, such as `facebook.com`. */
  idp?: string | undefined
  /** The user flow, such as `B2C_1_signupsignin1`. */
  tfp?: string | undefined
}

/**
 * Azure AD B2C. Closed to new customers since May 2025; Microsoft Entra External ID came after it.
 *
 * - The issuer is `https://<tenant>.b2clogin.com/<tenant>.onmicrosoft.com/<user flow>/v2.0`.
 * - Switch on the claims "Display Name" and "Email Addresses" in the user flow; without them nobody has any.
 * - The app itself is among the scopes, for otherwise there is no access token.
 * - Nobody says whether an address is proven: one that comes from another provider may not be.
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

/** @alias */
export default AzureADB2C
