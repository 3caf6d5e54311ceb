import { defineOAuth } from './define.js'

/** The response of `GET /info`. */
export interface YandexProfile {
  id: string
  /** The user's id in this app. */
  psuid: string
  login: string
  display_name?: string | undefined
  real_name?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  default_email?: string | undefined
  emails?: string[] | undefined
  default_avatar_id?: string | undefined
  is_avatar_empty?: boolean | undefined
  birthday?: string | null | undefined
  sex?: 'male' | 'female' | null | undefined
  default_phone?: { id: number; number: string } | undefined
  client_id: string
}

/**
 * Signs users in with Yandex.
 *
 * - The app needs the permissions to read names, the email address and the picture.
 * - Yandex does not report whether an email address is verified.
 *
 * @see https://oauth.yandex.com/client/new
 */
export const Yandex = defineOAuth<YandexProfile>({
  id: 'yandex',
  name: 'Yandex',
  authorization: 'https://oauth.yandex.com/authorize',
  token: 'https://oauth.yandex.com/token',
  userinfo: { url: 'https://login.yandex.ru/info?format=json', scheme: 'OAuth' },
  scope: 'login:info login:email login:avatar',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ default_avatar_id: avatar, is_avatar_empty, ...person }) => ({
    id: person.id,
    name: person.display_name ?? person.real_name ?? person.first_name ?? person.login,
    email: person.default_email ?? person.emails?.[0] ?? null,
    image: avatar && !is_avatar_empty ? `https://avatars.yandex.net/get-yapic/${avatar}/islands-200` : null,
  }),
  icon: () => import('./icons/yandex.js'),
  style: { bg: '#ffcc00', text: '#000' },
})

export default Yandex
