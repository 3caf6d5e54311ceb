import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of JumpCloud's ID token. */
export interface JumpCloudProfile extends Omit<StandardClaims, 'preferred_username' | 'picture'> {
  [claim: string]: unknown
  nickname?: string | undefined
}

/**
 * Signs users in with JumpCloud.
 *
 * - If your organization's data is in another region, set `issuer`. It ends with a slash.
 *
 * @see https://console.jumpcloud.com/#/sso
 */
export const JumpCloud = defineOIDC<JumpCloudProfile>({
  id: 'jumpcloud',
  name: 'JumpCloud',
  issuer: 'https://oauth.id.jumpcloud.com/',
})

export default JumpCloud
