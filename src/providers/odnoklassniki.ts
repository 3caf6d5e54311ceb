import type { UserinfoRequest } from '../types/endpoint.js'
import { defineOAuth } from './define.js'

/** The response of `users.getCurrentUser`. */
export interface OdnoklassnikiProfile {
  uid: string
  name?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  email?: string | undefined
  has_email?: boolean | undefined
  pic_3?: string | undefined
  locale?: string | undefined
}

/**
 * Signs users in with Odnoklassniki. Set `publicKey` to the public key of the app, which you get with the client id and
 * secret.
 *
 * - The email address requires the permission `GET_EMAIL`, which Odnoklassniki support grants. Odnoklassniki does not
 *   report whether an email address is verified.
 * - Separate scopes with semicolons.
 *
 * @see https://apiok.ru/dev/app/create
 */
export const Odnoklassniki = defineOAuth<OdnoklassnikiProfile, { publicKey: string }>({
  id: 'odnoklassniki',
  name: 'Odnoklassniki',
  authorization: 'https://connect.ok.ru/oauth/authorize',
  token: { url: 'https://api.ok.ru/oauth/token.do', tokenType: 'bearer' },
  userinfo: {
    url: 'https://api.ok.ru/fb.do?application_key={publicKey}&format=json&method=users.getCurrentUser',
    request: fetchSignedUserinfo,
  },
  scope: 'VALUABLE_ACCESS;GET_EMAIL',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ uid, name, email, pic_3 }) => ({ id: uid, name, email, image: pic_3 }),
  icon: () => import('./icons/odnoklassniki.js'),
  style: { brandColor: '#ee8208' },
})

/** Requests the profile. The signature covers the parameters sorted by name, without the access token. */
async function fetchSignedUserinfo({
  tokens,
  provider,
  fetch,
}: Parameters<UserinfoRequest>[0]): Promise<unknown> {
  const { hashMd5Hex } = await import('../crypto/md5.js')
  const url = new URL(provider.userinfo?.url ?? '')
  const token = tokens.access_token ?? ''
  url.searchParams.sort()
  const signedParams = [...url.searchParams].map(([name, value]) => `${name}=${value}`).join('')
  url.searchParams.set('sig', hashMd5Hex(signedParams + hashMd5Hex(`${token}${provider.clientSecret ?? ''}`)))
  url.searchParams.set('access_token', token)
  const response = await fetch(url.href)
  return response.json()
}

export default Odnoklassniki
