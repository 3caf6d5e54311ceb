import { defineOIDC } from './define.js'

/** The claims of JumpCloud's ID token. */
export interface JumpCloudProfile {
  [claim: string]: unknown
  sub: string
  name?: string | undefined
  nickname?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
  email?: string | undefined
  email_verified?: boolean | undefined
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

/** @alias */
export default JumpCloud
