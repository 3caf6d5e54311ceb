import { defineOAuth } from './define.js'

/** What `GET /oauth2/resource/profile` answers. */
export interface WikimediaProfile {
  [member: string]: unknown
  sub: string
  username: string
  /** Only where the app may see it. */
  email?: string | undefined
  confirmed_email: boolean
  realname?: string | undefined
  blocked: boolean
  groups: string[]
  rights: string[]
  editcount: number
  registered: string
}

/**
 * Wikimedia: Wikipedia and its siblings.
 *
 * - What the app may see is chosen when it is registered. An address needs "User identity verification only, with access
 *   to real name and email address".
 * - An app that is not approved yet lets in its owner alone.
 *
 * @see https://meta.wikimedia.org/wiki/Special:OAuthConsumerRegistration
 */
export const Wikimedia = defineOAuth<WikimediaProfile>({
  id: 'wikimedia',
  name: 'Wikimedia',
  authorization: 'https://meta.wikimedia.org/w/rest.php/oauth2/authorize',
  token: 'https://meta.wikimedia.org/w/rest.php/oauth2/access_token',
  userinfo: 'https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile',
  scope: '',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ sub, username, email }) => ({ id: sub, name: username, email, image: null }),
  emailVerified: ({ confirmed_email }) => confirmed_email,
  icon: () => import('./icons/wikimedia.js'),
  style: { bg: '#000', text: '#fff' },
})

/** @alias */
export default Wikimedia
