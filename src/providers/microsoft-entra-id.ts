import { parseObject } from '../base/parse.js'
import { OAuthCallbackError } from '../errors.js'
import type { ProviderIssuers } from '../types/provider.js'
import { defineOIDC, type IDTokenClaims } from './define.js'

/** The claims of Microsoft's ID token, with `photo`. */
export interface MicrosoftEntraIDProfile extends IDTokenClaims {
  name: string
  given_name?: string | undefined
  family_name?: string | undefined
  email?: string | undefined
  preferred_username: string
  /** The user's id, the same for all apps of the tenant `tid`. */
  oid: string
  tid: string
  /** An optional claim: whether the tenant owns the domain of the email address. */
  xms_edov?: boolean | 0 | 1 | '0' | '1' | undefined
  photo?: string | null | undefined
  /** The version of the token, such as `2.0`. */
  ver?: string | undefined
  /** The time when the token becomes valid, in seconds since the epoch. */
  nbf?: number | undefined
  /** The identity provider, if it is not the tenant. */
  idp?: string | undefined
  /** The app roles of the user. */
  roles?: string[] | undefined
  groups?: string[] | undefined
  /** Whether the groups are left out because there are too many. */
  hasgroups?: boolean | undefined
  /** Zero for a member of the tenant, one for a guest. */
  acct?: 0 | 1 | undefined
  acrs?: string | string[] | undefined
  verified_primary_email?: string[] | undefined
  verified_secondary_email?: string[] | undefined
  /** Seconds until the password expires. */
  pwd_exp?: number | undefined
  aio?: string | undefined
  rh?: string | undefined
  sid?: string | undefined
  uti?: string | undefined
  upn?: string | undefined
  ctry?: string | undefined
  fwd?: string | undefined
  in_corp?: string | undefined
  ipaddr?: string | undefined
  login_hint?: string | undefined
  onprem_sid?: string | undefined
  pwd_url?: string | undefined
  tenant_ctry?: string | undefined
  tenant_region_scope?: string | undefined
  vnet?: string | undefined
  xms_cc?: string | undefined
  xms_pdl?: string | undefined
  xms_pl?: string | undefined
  xms_tpl?: string | undefined
  ztdid?: string | undefined
  /** Extension attributes of the directory. */
  [attribute: `extn.${string}`]: unknown
}

type EntraDefinition = Parameters<
  typeof defineOIDC<MicrosoftEntraIDProfile, { profilePhotoSize?: number }>
>[0]

/** The definition that both provider names share. */
export const entra = {
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  acceptedIssuers: 'same-origin',
  resolveExpectedIssuer: resolveIssuer,
  scope: 'openid profile email User.Read',
  token: { conform: assertNoError },
  userinfo: {
    additionalRequests: [
      {
        url: 'https://graph.microsoft.com/v1.0/me/photos/{profilePhotoSize}x{profilePhotoSize}/$value',
        responseFormat: 'image',
        ignoreFailure: 'always',
        merge: (profile: Readonly<Record<string, unknown>>, photo: unknown) => ({ ...profile, photo }),
      },
    ],
  },
  profile: ({ sub, name, email, photo }: MicrosoftEntraIDProfile) => ({
    id: sub,
    name,
    email,
    image: photo ?? null,
  }),
  isEmailVerified: ({ xms_edov }: MicrosoftEntraIDProfile) => Number(xms_edov) === 1,
  icon: () => import('./icons/microsoft-entra-id.js'),
  style: { bg: '#0072c6', text: '#fff' },
  profilePhotoSize: 48,
} as const satisfies Omit<EntraDefinition, 'id' | 'name'>

/**
 * Signs users in with Microsoft Entra ID. The issuer determines which accounts can sign in. Set `issuer` to
 * `https://login.microsoftonline.com/<tenant>/v2.0`. `<tenant>` is a tenant id, `organizations`, `consumers`, or
 * `common` (the default) for both.
 *
 * - Add the optional claim `xms_edov` to the ID token. Otherwise every email address counts as unverified, because in many
 *   tenants, users can set any email address. If you trust the one tenant of your issuer, set
 *   `isEmailVerified: () => undefined`.
 * - `sub` differs per app. For one id in all apps, map `tid` and `oid`.
 * - Latchkey requests the picture separately, `profilePhotoSize` pixels wide. `image` is null if there is none.
 *
 * @see https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade
 */
export const MicrosoftEntraID = defineOIDC<
  MicrosoftEntraIDProfile,
  { profilePhotoSize?: 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648 }
>({ ...entra, id: 'microsoft-entra-id', name: 'Microsoft Entra ID' })

/** The tenant id of all personal accounts. */
const consumersTenantId = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** Returns the issuer of the user's tenant, which issues the token for every configured issuer. A configured tenant counts by its own name. */
function resolveIssuer(
  { tid, iss }: Readonly<Record<string, unknown>>,
  { configured, discovered }: ProviderIssuers,
): string {
  const isTenant = typeof tid === 'string' && /^[\da-f-]{36}$/.test(tid)
  const isExcludedConsumer =
    tid === consumersTenantId && new URL(configured).pathname.startsWith('/organizations/')
  if (iss === configured) return configured
  return isTenant && !isExcludedConsumer ? discovered.replace('{tenantid}', tid) : configured
}

async function assertNoError(response: Response): Promise<undefined> {
  const body = parseObject(await response.text())
  if (typeof body?.error === 'string')
    throw new OAuthCallbackError(
      `Microsoft rejected the authorization code with "${body.error.slice(0, 100)}".`,
    )
}

export default MicrosoftEntraID
