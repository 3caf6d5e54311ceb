import { defineOAuth } from './define.js'

/** The response of `GET /open-apis/authen/v1/user_info`. */
export interface FeishuProfile {
  /** Zero on success. */
  code: number
  data: {
    /** The user's id, the same for all apps of a developer. */
    union_id?: string | undefined
    /** The user's id in this app. */
    open_id: string
    name: string
    en_name?: string | undefined
    avatar_url?: string | undefined
    email?: string | undefined
    enterprise_email?: string | undefined
    /** The organization. */
    tenant_key?: string | undefined
  }
}

/**
 * Signs users in with Feishu. For Lark, set `domain: 'larksuite.com'`.
 *
 * - Feishu calls the client id and secret App ID and App Secret.
 * - Latchkey sends no scope, because the permissions of the app apply. The email address requires
 *   `contact:user.email:readonly`.
 * - Administrators enter the email addresses, and Feishu does not verify them.
 * - To get a refresh token, add the scope `offline_access`. The app must also have it as a permission.
 * - Users of other organizations can sign in only if the app is in the store.
 *
 * @see https://open.feishu.cn/app
 */
export const Feishu = defineOAuth<FeishuProfile, { domain?: 'feishu.cn' | 'larksuite.com' }>({
  id: 'feishu',
  name: 'Feishu',
  authorization: 'https://accounts.{domain}/open-apis/authen/v1/authorize',
  token: { url: 'https://open.{domain}/open-apis/authen/v2/oauth/token', format: 'json' },
  userinfo: 'https://open.{domain}/open-apis/authen/v1/user_info',
  scope: '',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { union_id, open_id, name, email, enterprise_email, avatar_url } }) => ({
    id: union_id ?? open_id,
    name,
    email: email || enterprise_email || null,
    image: avatar_url,
  }),
  style: { brandColor: '#3370FF' },
  domain: 'feishu.cn',
})

export default Feishu
