import { defineOIDC } from './define.js'
import { entra, type MicrosoftEntraIDProfile } from './microsoft-entra-id.js'

/** The claims of Microsoft's ID token, and `photo`. */
export type AzureADProfile = MicrosoftEntraIDProfile

/**
 * Signs users in with Microsoft Entra ID. This module uses the old provider id `azure-ad`.
 *
 * - If you switch to `microsoft-entra-id`, the redirect URI changes. Rename the provider in the stored accounts as
 *   well.
 *
 * @deprecated Azure Active Directory is called Microsoft Entra ID since July 2023: use `microsoft-entra-id`.
 * @see https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade
 */
export const AzureAD = defineOIDC<
  AzureADProfile,
  { profilePhotoSize?: 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648 }
>({ ...entra, id: 'azure-ad', name: 'Azure Active Directory' })

export default AzureAD
