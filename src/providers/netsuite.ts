import { defineOAuth } from './define.js'

/** The response of a script that returns `N/runtime.getCurrentUser()`. */
export interface NetSuiteProfile {
  id: number
  name: string
  email: string
  location: number
  role: number
  roleId?: string | undefined
  roleCenter?: string | undefined
  contact?: number | undefined
  subsidiary?: number | undefined
  department?: number | undefined
}

interface NetSuiteOptions {
  /** The account id as it appears in URLs: `1234567`, or `1234567-sb1` for a sandbox. */
  accountID: string
  /** The URL of the script that returns the current user. */
  userinfo: string
  prompt?: 'none' | 'login' | 'consent' | undefined
  scope?: string | undefined
}

/**
 * Signs users in with NetSuite.
 *
 * - Create a RESTlet or Suitelet that returns `runtime.getCurrentUser()`, and set `userinfo` to its URL.
 * - Set `accountID` to the account id as it appears in URLs: `1234567-sb1`, not `1234567_SB1`.
 * - Users select a role when they sign in. `id` is the id of the employee in this NetSuite account.
 *
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158081944642.html
 */
export const NetSuite = defineOAuth<NetSuiteProfile, NetSuiteOptions>({
  id: 'netsuite',
  name: 'NetSuite',
  authorization: {
    url: 'https://{accountID}.app.netsuite.com/app/login/oauth2/authorize.nl',
    forwardedOptions: ['prompt', 'scope'],
  },
  token: 'https://{accountID}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token',
  scope: 'restlets rest_webservices',
  checks: ['state'],
  // A script that needs no sign-in returns the system user, whose id is -4, for every request.
  profile: ({ id, name, email }) => ({
    id: Number(id) > 0 ? String(id) : undefined,
    name,
    email,
    image: null,
  }),
  icon: () => import('./icons/netsuite.js'),
  style: { bg: '#181a1b', text: '#fbfbfb' },
})

/** The options of {@link NetSuite}. The name in Auth.js. */
export type OAuthNetSuiteOptions = NetSuiteOptions

export default NetSuite
