import { parseObject } from '../base/json.js'
import { OAuthCallbackError } from '../errors.js'
import type { ProviderIssuers } from '../types/provider.js'
import { defineOIDC } from './define.js'

/** The claims of Microsoft's ID token, and `photo`. */
export interface MicrosoftEntraIDProfile {
  [claim: string]: unknown
  sub: string
  name: string
  email?: string | undefined
  preferred_username: string
  /** The person, the same for all apps of the tenant `tid`. */
  oid: string
  tid: string
  /** An optional claim: whether the owner of the address's domain is the tenant. */
  xms_edov?: boolean | 0 | 1 | '0' | '1' | undefined
  photo?: string | null | undefined
}

/** The definition under any of its names. */
export const entra = {
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  acceptedIssuers: 'same-origin',
  expectedIssuer: resolveIssuer,
  scope: 'openid profile email User.Read',
  token: { conform: assertNoError },
  userinfo: {
    additionalRequests: [
      {
        url: 'https://graph.microsoft.com/v1.0/me/photos/{profilePhotoSize}x{profilePhotoSize}/$value',
        as: 'image',
        optional: 'failed',
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
  emailVerified: ({ xms_edov }: MicrosoftEntraIDProfile) =>
    xms_edov === undefined ? undefined : Number(xms_edov) === 1,
  icon: () => import('./icons/microsoft-entra-id.js'),
  style: { bg: '#0072c6', text: '#fff' },
  profilePhotoSize: 48,
} as const

/**
 * Microsoft Entra ID. The issuer says who may come in: `https://login.microsoftonline.com/<tenant>/v2.0` with the id of
 * a tenant, `organizations`, `consumers`, or `common` for both, which is the default.
 *
 * - Ask for the optional claim `xms_edov`: without it nobody says whether an address is proven, and many tenants let
 *   people choose theirs.
 * - `sub` differs for each app. For one id in all apps map `tid` and `oid`.
 * - The picture, `profilePhotoSize` pixels wide, is asked for on its own and left out when there is none.
 *
 * @see https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade
 */
export const MicrosoftEntraID = defineOIDC<
  MicrosoftEntraIDProfile,
  { profilePhotoSize?: 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648 }
>({ ...entra, id: 'microsoft-entra-id', name: 'Microsoft Entra ID' })

/** The tenant of all personal accounts. */
const consumersTenantId = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** A token is issued by the person's own tenant, whatever the app asked for. */
function resolveIssuer(
  { tid }: Readonly<Record<string, unknown>>,
  { configured, discovered }: ProviderIssuers,
): string {
  const isTenant = typeof tid === 'string' && /^[\da-f-]{36}$/.test(tid)
  const isExcludedConsumer =
    tid === consumersTenantId && new URL(configured).pathname.startsWith('/organizations/')
  return isTenant && !isExcludedConsumer ? discovered.replace('{tenantid}', tid) : configured
}

async function assertNoError(response: Response): Promise<undefined> {
  const body = parseObject(await response.text())
  if (typeof body?.error === 'string')
    throw new OAuthCallbackError(`Microsoft refused the code with "${body.error.slice(0, 100)}".`)
}

/** @alias */
export default MicrosoftEntraID
