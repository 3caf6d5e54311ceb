import { defineOAuth } from './define.js'

/** What a script with `N/runtime.getCurrentUser()` answers. */
export interface NetSuiteProfile {
  [member: string]: unknown
  id: number
  name: string
  email: string
  location: number
  role: number
  roleId?: string | undefined
  roleCenter?: string | undefined
  contact?: number | undefined
}

interface NetSuiteOptions {
  /** As in the addresses of the account: `1234567`, and `1234567-sb1` for a sandbox. */
  accountID: string
  /** The address of the script that says who is signed in. */
  userinfo: string
  prompt?: 'none' | 'login' | 'consent' | undefined
  scope?: string | undefined
}

/**
 * NetSuite.
 *
 * - It needs a RESTlet or Suitelet of yours that answers with `runtime.getCurrentUser()`; its address is `userinfo`.
 * - `accountID` is that of the addresses: `1234567-sb1` where NetSuite writes `1234567_SB1`.
 * - People choose a role when they sign in; `id` is that of the employee, in this account alone.
 *
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158081944642.html
 */
export const NetSuite = defineOAuth<NetSuiteProfile, NetSuiteOptions>({
  id: 'netsuite',
  name: 'NetSuite',
  authorization: {
    url: 'https://{accountID}.app.netsuite.com/app/login/oauth2/authorize.nl',
    options: ['prompt', 'scope'],
  },
  token: 'https://{accountID}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token',
  scope: 'restlets rest_webservices',
  checks: ['state'],
  // A script that is open to everybody sees the system in place of a person: -4, whoever asks.
  profile: ({ id, name, email }) => ({
    id: Number(id) > 0 ? String(id) : undefined,
    name,
    email,
    image: null,
  }),
  icon: () => import('./icons/netsuite.js'),
  style: { bg: '#181a1b', text: '#fbfbfb' },
})

/** @alias */
export default NetSuite
