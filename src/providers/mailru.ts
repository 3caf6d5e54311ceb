import { defineOAuth } from './define.js'

/** What `GET /userinfo` answers. */
export interface MailRuProfile {
  [member: string]: unknown
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
 * Mail.ru. New sites are sent to VK ID, where people may sign in with Mail.ru as well; older apps go on as before.
 *
 * - Mail.ru does not say whether an address is proven.
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

/** @alias */
export default MailRu
