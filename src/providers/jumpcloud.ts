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
 * JumpCloud.
 *
 * - An organisation whose data lies in another region has an `issuer` of its own; it ends with a slash.
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
