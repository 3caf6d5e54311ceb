import type { OIDCUserConfig } from '../types/provider.js'
import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The claims of FusionAuth's ID token. */
export interface FusionAuthProfile extends AdditionalClaims, StandardClaims {
  middle_name?: string | undefined
  roles?: string[] | undefined
  /** The tenant. */
  tid?: string | undefined
}

const definition = {
  id: 'fusionauth',
  name: 'FusionAuth',
  scope: 'openid offline_access email profile',
  checks: ['pkce', 'state'],
  profile: ({ sub, email, picture, ...person }: FusionAuthProfile) => ({
    id: sub,
    name: person.name ?? person.preferred_username ?? formatFullName(person),
    email,
    image: picture,
  }),
} satisfies Parameters<typeof defineOIDC<FusionAuthProfile>>[0]

const createServerProvider = defineOIDC<FusionAuthProfile>(definition)

const createTenantProvider = defineOIDC<FusionAuthProfile, { tenantId?: string }>({
  ...definition,
  wellKnown: '{issuer}/.well-known/openid-configuration?tenantId={tenantId}',
  authorization: { params: { tenantId: '{tenantId}' } },
  icon: () => import('./icons/fusionauth.js'),
})

/**
 * Signs users in with FusionAuth. Set `issuer` to the URL of the server. If the server has several tenants, also set
 * `tenantId`.
 *
 * - Tokens of a tenant name the issuer `acme.com` until you set the tenant's issuer. Set it to the URL of the server,
 *   or set `acceptedIssuers: ['acme.com']`.
 * - FusionAuth returns a refresh token only if the application generates refresh tokens.
 *
 * @see https://fusionauth.io/docs/get-started/core-concepts/applications
 */
export function FusionAuth(options: OIDCUserConfig<FusionAuthProfile> & { tenantId?: string } = {}) {
  return options.tenantId ? createTenantProvider(options) : createServerProvider(options)
}

function formatFullName({ given_name, middle_name, family_name }: Partial<FusionAuthProfile>): string {
  return [given_name, middle_name, family_name].filter(Boolean).join(' ')
}

export default FusionAuth
