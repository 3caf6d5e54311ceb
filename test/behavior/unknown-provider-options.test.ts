import { readdirSync } from 'node:fs'
import { customFetch } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { type AppSetup, createTestApp, credentials } from '../support/app.js'
import { fixtures, loadFactory } from '../support/vendor/fixtures.js'
import { registeredClient } from '../support/vendor/vendor.js'

const see = ' Details: npx latchkey explain unknown-option'

/** Requests a page, and returns the texts of the warnings of unknown options. */
async function openApp(options: object): Promise<string[]> {
  const { open, log } = createTestApp({ adapter: MemoryAdapter(), ...options } as AppSetup)
  await open().get('/auth/csrf')
  return log.warningMessages.filter(text => text.endsWith(see)).map(text => text.slice(0, -see.length))
}

async function listWarnings(module: string, options: object): Promise<string[]> {
  const factory = await loadFactory(module)
  return openApp({ providers: [factory(options)] })
}

const common = { id: 'own-id', name: 'Own name' }
const translations = { subject: 'Hello' }
const email = {
  ...{ ...common, from: 'app@example.com', maxAge: 60, oneTimeCode: false, endsOlderLinks: false },
  ...{ confirm: 'always', secret: 'x', apiKey: 'y', server: 'smtp://localhost', translations },
  generateVerificationToken: () => 'x',
  normalizeIdentifier: (identifier: string) => identifier,
}
const { authorize } = credentials
const passkey = {
  ...{ ...common, relayingParty: { id: 'app.example', name: 'App', origin: 'https://app.example' } },
  ...{
    enableConditionalUI: true,
    simpleWebAuthnBrowserVersion: 'v13.0.0',
    dangerouslyTrustTypedEmail: false,
  },
  ...{ formFields: { email: { autocomplete: 'email webauthn' } }, authenticationOptions: {} },
  ...{ registrationOptions: {}, verifyAuthenticationOptions: {}, verifyRegistrationOptions: {} },
  ...{ getUserInfo: () => null, simpleWebAuthn: {} },
}

/** The factories whose options are all known, with each of them. */
const factories: Readonly<Record<string, object>> = {
  credentials: { ...common, credentials: { password: {} }, authorize, amr: ['pwd'] },
  email,
  nodemailer: email,
  forwardemail: email,
  loops: { ...email, transactionalId: 'z' },
  mailgun: { ...email, region: 'EU' },
  postmark: email,
  resend: email,
  sendgrid: { ...email, region: 'EU' },
  passkey,
  webauthn: passkey,
}

describe.each(Object.entries(factories))('options of %s', (module, options) => {
  const getId = async () => (await loadFactory(module))(options).id

  test('cause no warning', async () => {
    expect(await listWarnings(module, options)).toEqual([])
  })

  test('that do not exist are named', async () => {
    const id = module === 'passkey' || module === 'webauthn' ? common.id : await getId()
    expect(await listWarnings(module, { ...options, colour: 1, callbackPath: undefined })).toEqual([
      `Provider "${id}": \`colour\` is not an option. It has no effect: remove it.`,
    ])
  })

  test.each(Object.keys(options).filter(name => name.length > 3))(
    'that misspell %s are named with it',
    async name => {
      // The letters in the middle change places.
      const middle = Math.floor(name.length / 2)
      const misspelled = `${name.slice(0, middle - 1)}${name[middle]}${name[middle - 1]}${name.slice(middle + 1)}`
      if (misspelled === name) return
      const [warning] = await listWarnings(module, { ...options, [misspelled]: 1 })
      expect(warning).toMatch(`\`${misspelled}\` is not an option. Did you mean \`${name}\`?`)
    },
  )
})

test.each([
  ['email', 'code', 'oneTimeCode'],
  ['resend', 'code', 'oneTimeCode'],
  ['nodemailer', 'Token', 'generateVerificationToken'],
  ['nodemailer', 'api_key', 'apiKey'],
  ['passkey', 'fields', 'formFields'],
  ['passkey', 'conditionalUI', 'enableConditionalUI'],
  ['credentials', 'authorise', 'authorize'],
])('%s: `%s` is named with `%s`, which contains it or is similar', async (module, name, option) => {
  const [warning] = await listWarnings(module, { ...factories[module], [name]: 1 })
  expect(warning).toMatch(`\`${name}\` is not an option. Did you mean \`${option}\`?`)
})

test.each([
  ['relayingParty.rpId', { relayingParty: { rpId: 'x' } }, 'It has no effect: remove it.'],
  ['relayingParty.origins', { relayingParty: { origins: [] } }, 'Did you mean `relayingParty.origin`?'],
])('a passkey: `%s`', async (path, options, advice) => {
  expect(await listWarnings('passkey', options)).toEqual([
    `Provider "passkey": \`${path}\` is not an option. ${advice}`,
  ])
})

test('an email provider with a function of the app says that only the function can read the option', async () => {
  const options = { sendVerificationRequest: async () => {}, tag: 'sign-in' }
  expect(await listWarnings('email', options)).toEqual([
    'Provider "email": `tag` is not an option. Only your own `sendVerificationRequest` can read it.',
  ])
})

describe('OAuth providers', () => {
  test.each(fixtures)('$provider: only misspelled options are named', async ({ provider, options }) => {
    const own = { ...registeredClient, ...options, [customFetch]: fetch }
    const misspelled = { clientSecert: 'x', optionOfTheApp: 'y' }
    const [warning, ...others] = await listWarnings(provider, { ...own, ...misspelled })
    expect(warning).toMatch(/: `clientSecert` is not an option\. Did you mean `clientSecret`\?$/)
    expect(others).toEqual([])
  })
})

test('every provider function is in a table', () => {
  const modules = readdirSync(new URL('../../src/providers', import.meta.url))
    .filter(name => name.endsWith('.ts'))
    .map(name => name.replace('.ts', ''))
  const withoutFunction = ['define', 'define-email', 'oauth', 'oidc']
  const tested = new Set([...Object.keys(factories), ...fixtures.map(({ provider }) => provider)])
  expect(modules.filter(name => !tested.has(name) && !withoutFunction.includes(name))).toEqual([])
})

/** A provider that the app wrote itself can have members of its own. */
test.each<[string, object]>([
  ['email', { type: 'email', sendVerificationRequest: async () => {} }],
  ['credentials', credentials],
])('an inline %s provider can have members of its own', async (id, provider) => {
  const inline = { name: 'Own', ...provider, id, ownMember: 1 }
  expect(await openApp({ providers: [inline] })).toEqual([])
})

test.each([
  ['throttling.account.max', { account: { max: 5 } }, 'It has no effect: remove it.'],
  ['throttling.account.limt', { account: { limt: 5 } }, 'Did you mean `throttling.account.limit`?'],
  [
    'throttling.account.maxdelay',
    { account: { maxdelay: 5 } },
    'Did you mean `throttling.account.maxDelay`?',
  ],
  ['throttling.source.delay', { source: { delay: 5 } }, 'It has no effect: remove it.'],
  ['throttling.emails.acount', { emails: { acount: {} } }, 'Did you mean `throttling.emails.account`?'],
  [
    'throttling.emails.account.windows',
    { emails: { account: { windows: 5 } } },
    'Did you mean `throttling.emails.account.window`?',
  ],
  [
    'throttling.emails.source.limits',
    { emails: { source: { limits: 5 } } },
    'Did you mean `throttling.emails.source.limit`?',
  ],
])('`%s` is named', async (path, throttling, advice) => {
  expect(await openApp({ throttling })).toEqual([`\`${path}\` is not an option. ${advice}`])
})
