import { defineOIDC } from './define.js'

/** The userinfo response of the NAS. */
export interface SynologyProfile {
  /** The name of the account. */
  sub: string
  username?: string | undefined
  preferred_username?: string | undefined
  email?: string | undefined
  groups?: readonly string[] | undefined
}

/**
 * Signs users in with a Synology NAS. The NAS needs the package SSO Server. Set `baseUrl` to the URL of the NAS.
 *
 * - The account id is the account name. A new user with a reused name gets the account of its previous owner.
 * - The NAS does not report whether an email address is verified.
 *
 * @see https://kb.synology.com/en-global/DSM/help/SSOServer/sso_server_application_list
 */
export const Synology = defineOIDC<SynologyProfile, { baseUrl: string }>({
  id: 'synology',
  name: 'Synology',
  issuer: '{baseUrl}/webman/sso',
  idToken: false,
  scope: 'openid email groups',
  checks: ['pkce', 'state'],
  profile: ({ sub, username, preferred_username, email }) => ({
    id: sub,
    name: username ?? preferred_username,
    email,
    image: null,
  }),
})

export default Synology
