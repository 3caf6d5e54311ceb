import { defineOAuth } from './define.js'

/** What `GET /open-apis/authen/v1/user_info` answers. */
export interface FeishuProfile {
  [member: string]: unknown
  /** Zero when all went well. */
  code: number
  data: {
    /** The person, the same for all apps of a developer. */
    union_id?: string | undefined
    /** The person, for this app alone. */
    open_id: string
    name: string
    en_name?: string | undefined
    avatar_url?: string | undefined
    email?: string | undefined
    enterprise_email?: string | undefined
    /** The organisation. */
    tenant_key?: string | undefined
  }
}

/**
 * Feishu, or Lark with `domain: 'larksuite.com'`.
 *
 * - The client id and secret are called App ID and App Secret.
 * - No scope is sent: the permissions of the app count. An address needs `contact:user.email:readonly`.
 * - Addresses are written by administrators, and nobody has proven them.
 * - A refresh token comes only with the scope `offline_access`, which the app must have as a permission too.
 * - People of other organisations can sign in only to an app that is in the store.
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

/** @alias */
export default Feishu
