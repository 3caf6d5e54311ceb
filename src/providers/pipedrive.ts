import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /api/v1/users/me`. */
export interface PipedriveProfile extends AdditionalClaims {
  data: {
    id: number
    name: string
    email: string
    icon_url?: string | null | undefined
    activated: boolean
    role_id: number
    company_id: number
    company_name: string
    company_domain: string
  }
}

/**
 * Signs users in with Pipedrive.
 *
 * - Select the scopes on the app. An app has only one callback URL.
 * - Latchkey requests the profile from the company's domain, which the token response contains.
 * - Pipedrive does not report whether an email address is verified.
 *
 * @see https://developers.pipedrive.com/
 */
export const Pipedrive = defineOAuth<PipedriveProfile>({
  id: 'pipedrive',
  name: 'Pipedrive',
  authorization: 'https://oauth.pipedrive.com/oauth/authorize',
  token: 'https://oauth.pipedrive.com/oauth/token',
  userinfo: '{tokens.api_domain}/api/v1/users/me',
  scope: null,
  profile: ({ data: { id, name, email, icon_url } }) => ({ id: String(id), name, email, image: icon_url }),
})

export default Pipedrive
