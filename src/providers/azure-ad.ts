import { defineOIDC } from './define.js'
import { entra, type MicrosoftEntraIDProfile } from './microsoft-entra-id.js'

/** The claims of Microsoft's ID token, and `photo`. */
export type AzureADProfile = MicrosoftEntraIDProfile

/**
 * Microsoft Entra ID under its old name.
 *
 * - Whoever moves to `microsoft-entra-id` has another redirect URI, and must rename the provider of stored accounts.
 *
 * @deprecated Azure Active Directory is called Microsoft Entra ID since July 2023: use `microsoft-entra-id`.
 * @see https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade
 */
export const AzureAD = defineOIDC<
  AzureADProfile,
  { profilePhotoSize?: 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648 }
>({ ...entra, id: 'azure-ad', name: 'Azure Active Directory' })

/** @alias */
export default AzureAD
