import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /oauth2/resource/profile`. */
export interface WikimediaProfile extends AdditionalClaims {
  sub: string
  username: string
  /** Present only if the app may read it. */
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
 * Signs users in with Wikimedia. Users sign in with the accounts of Wikipedia and its sister projects.
 *
 * - Select the permissions when you register the app. The email address requires "User identity verification only, with
 *   access to real name and email address".
 * - An app that is not approved yet accepts only its owner.
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
  isEmailVerified: ({ confirmed_email }) => confirmed_email,
  icon: () => import('./icons/wikimedia.js'),
  style: { bg: '#000', text: '#fff' },
})

/** A user group, such as `sysop`. The name in Auth.js. */
export type WikimediaGroup = WikimediaProfile['groups'][number]

/** A right, such as `edit`. The name in Auth.js. */
export type WikimediaRight = WikimediaProfile['rights'][number]

/** A grant that the user gave to the app, such as `basic`. The name in Auth.js. */
export type WikimediaGrant = string

export default Wikimedia
