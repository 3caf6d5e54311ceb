import { defineOAuth } from './define.js'

/** What `GET /api/v1/users/me` answers. */
export interface PipedriveProfile {
  [member: string]: unknown
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
 * Pipedrive.
 *
 * - Scopes are chosen on the app, and it has one callback URL only.
 * - People are asked for at the address of their company, which the token answer names.
 * - Pipedrive does not say whether an address is proven.
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

/** @alias */
export default Pipedrive
