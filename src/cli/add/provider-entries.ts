import type { ReadVariable } from '../start/start-types.js'
import type { Requirement } from './addition.js'

/** What an app writes for a provider that needs more than the variables of every provider. */
export interface ProviderEntry {
  /** Returns the options of the entry. */
  readonly createOptions?: (read: ReadVariable) => string
  /** Variables beside those that the provider reads by itself. */
  readonly variables?: readonly string[]
  readonly packages?: readonly string[]
  readonly requirements?: readonly Requirement[]
  readonly notes?: readonly string[]
}

/** Options that are texts, by provider, with the variable from which the entry reads each. The provider reads none of them by itself. */
const textOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'login-gov': { privateKey: 'AUTH_LOGIN_GOV_PRIVATE_KEY' },
  loops: { transactionalId: 'AUTH_LOOPS_TRANSACTIONAL_ID' },
  netsuite: { accountID: 'AUTH_NETSUITE_ACCOUNT_ID', userinfo: 'AUTH_NETSUITE_USERINFO' },
  odnoklassniki: { publicKey: 'AUTH_ODNOKLASSNIKI_PUBLIC_KEY' },
  'shopify-customer': { shopDomain: 'AUTH_SHOPIFY_CUSTOMER_SHOP_DOMAIN' },
  synology: { baseUrl: 'AUTH_SYNOLOGY_BASE_URL' },
  workos: { connection: 'AUTH_WORKOS_CONNECTION' },
  xsuaa: { domain: 'AUTH_XSUAA_DOMAIN' },
}

const smtp: ProviderEntry = {
  createOptions: read => `{ server: ${read('EMAIL_SERVER')}, from: ${read('EMAIL_FROM')} }`,
  variables: ['EMAIL_SERVER', 'EMAIL_FROM'],
  packages: ['nodemailer'],
  requirements: ['adapter'],
}

const webAuthn: ProviderEntry = {
  createOptions: () => '',
  packages: ['@simplewebauthn/server'],
  requirements: ['adapter'],
}

const otherEntries: Readonly<Record<string, ProviderEntry>> = {
  bungie: { createOptions: read => `{ apiKey: ${read('AUTH_BUNGIE_KEY')} }`, variables: ['AUTH_BUNGIE_KEY'] },
  credentials: {
    createOptions: () =>
      "{ credentials: { email: {}, password: { type: 'password' } }, authorize: () => null }",
    notes: [
      '`authorize` rejects every sign-in. Write it so that it returns the user of the credentials.',
      'For sign-up, reset and hashing, add the plugin instead: npx latchkey add passwords',
    ],
  },
  email: smtp,
  nodemailer: smtp,
  oauth: {
    createOptions: read =>
      `{ authorization: ${read('AUTH_OAUTH_AUTHORIZATION')} ?? '', token: ${read('AUTH_OAUTH_TOKEN')} ?? '', ` +
      `userinfo: ${read('AUTH_OAUTH_USERINFO')} ?? '', profile: user => ({ id: String(Object(user).id) }) }`,
    variables: ['AUTH_OAUTH_AUTHORIZATION', 'AUTH_OAUTH_TOKEN', 'AUTH_OAUTH_USERINFO'],
    notes: [
      'Set the three variables to the endpoints of the provider, and write `profile`, which returns the user.',
    ],
  },
  oidc: {},
  passkey: webAuthn,
  'stack-exchange': {
    createOptions: read => `{ apiKey: ${read('AUTH_STACK_EXCHANGE_KEY')} }`,
    variables: ['AUTH_STACK_EXCHANGE_KEY'],
  },
  webauthn: webAuthn,
}

/** Returns what the entry of a provider needs. `isEmailService` is whether it sends email with the HTTP API of a service. */
export function getProviderEntry(
  name: string,
  { isEmailService }: { isEmailService: boolean },
): ProviderEntry {
  const texts = Object.entries((Object.hasOwn(textOptions, name) && textOptions[name]) || {})
  if (!isEmailService && texts.length === 0)
    return (Object.hasOwn(otherEntries, name) && otherEntries[name]) || {}
  const sender = isEmailService ? ['EMAIL_FROM'] : []
  return {
    createOptions: read =>
      `{ ${[...sender.map(variable => `from: ${read(variable)}`), ...texts.map(([option, variable]) => `${option}: ${read(variable)} ?? ''`)].join(', ')} }`,
    variables: [...sender, ...texts.map(([, variable]) => variable)],
    requirements: isEmailService ? ['adapter'] : [],
  }
}
