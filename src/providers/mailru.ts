import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /userinfo`. */
export interface MailRuProfile extends AdditionalClaims {
  id: string
  name: string
  nickname?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  email: string
  image?: string | undefined
  locale?: string | undefined
  birthday?: string | undefined
  gender?: 'm' | 'f' | undefined
}

/**
 * Signs users in with Mail.ru. New sites must use VK ID, where users can also sign in with Mail.ru. Existing apps
 * continue to work.
 *
 * - Mail.ru does not report whether an email address is verified.
 *
 * @see https://o2.mail.ru/app/
 */
export const MailRu = defineOAuth<MailRuProfile>({
  id: 'mailru',
  name: 'Mail.ru',
  authorization: 'https://oauth.mail.ru/login',
  token: 'https://oauth.mail.ru/token',
  userinfo: { url: 'https://oauth.mail.ru/userinfo', tokenParameter: 'access_token' },
  scope: 'userinfo',
  profile: ({ id, name, email, image }) => ({ id, name, email, image }),
  icon: () => import('./icons/mailru.js'),
})

export default MailRu
