import { MemoryAdapter } from 'latchkey/adapters/memory'
import { type ComposeEmailParams, composeEmail } from 'latchkey/providers/email'
import Nodemailer, { type NodemailerUserConfig } from 'latchkey/providers/nodemailer'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type AppSetup, createTestApp, getLocation } from '../support/app.js'
import { startSmtpServer } from '../support/smtp-server.js'

const english = 'Sign in to app.example'
const names = ['lang', 'dir', 'subject', 'heading', 'button', 'linkLabel', 'codeLabel', 'expiry', 'ignore']

/** JavaScript callers can return what the types do not allow. */
function compose(oneTimeCode: boolean, translations: unknown, overrides?: unknown) {
  const params = {
    ...{ url: 'https://app.example/auth/callback/email?token=1', token: '12345678', theme: {} },
    ...{ expires: new Date(Date.now() + 3_600_000), provider: { oneTimeCode }, translations },
  }
  return composeEmail(params as ComposeEmailParams, overrides as Parameters<typeof composeEmail>[1])
}

describe.each([
  ['a magic link', false],
  ['a one-time code', true],
])('an email with %s', (_, oneTimeCode) => {
  const complete = compose(oneTimeCode, undefined)

  test.each<readonly [string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['an empty object', {}],
    ...names.map(name => [`\`${name}: undefined\``, { [name]: undefined }] as const),
    ...names.map(name => [`\`${name}: null\``, { [name]: null }] as const),
    ['an unknown member', { greeting: 5 }],
  ])('has the English texts in place of %s', (__, texts) => {
    expect(compose(oneTimeCode, texts)).toEqual(complete)
    expect(compose(oneTimeCode, undefined, texts)).toEqual(complete)
    expect(compose(oneTimeCode, texts, texts)).toEqual(complete)
  })

  test.each(names)('keeps the translation of `%s` if the override lacks it', name => {
    const translated = Object.fromEntries(names.map(each => [each, each === 'dir' ? 'rtl' : `de-${each}`]))
    expect(compose(oneTimeCode, translated, { [name]: undefined })).toEqual(compose(oneTimeCode, translated))
  })

  const invalid = [
    ['a number', 5, '5'],
    ['a function', () => 'x', 'a function'],
    ['an object', {}, 'an object'],
    ['an array', ['x'], 'an array'],
    ['a promise', Promise.resolve('x'), 'a promise: await it first'],
  ] as const

  test.each(names.flatMap(name => invalid.map(row => [name, ...row] as const)))(
    'names `%s` that is %s',
    (name, __, value, text) => {
      const message = `The text \`${name}\` of an email is ${text}. Use text in \`translations\`, or leave it out.`
      expect(() => compose(oneTimeCode, { [name]: value })).toThrow(message)
      expect(() => compose(oneTimeCode, undefined, { [name]: value })).toThrow(message)
    },
  )

  test.each<readonly [string, unknown, string]>([
    ['text', 'Hello', '"Hello"'],
    ...invalid.filter(([kind]) => kind !== 'an object'),
  ])('rejects translations that are %s', (__, value, text) => {
    const message = `The \`translations\` of an email are ${text}. Use an object with texts`
    expect(() => compose(oneTimeCode, value)).toThrow(message)
    expect(() => compose(oneTimeCode, undefined, value)).toThrow(message)
  })
})

describe('the function `translations` of a provider', () => {
  async function signIn(translations: () => unknown) {
    const box = await startSmtpServer()
    onTestFinished(box.close)
    const options = { server: box.server, translations } as NodemailerUserConfig
    const { open, log } = createTestApp({ adapter: MemoryAdapter(), providers: [Nodemailer(options)] })
    const response = await open().signIn('nodemailer', { email: 'ada@example.com' })
    return { location: getLocation(response), log, box }
  }

  test.each([[undefined], [null], [{}], [{ subject: undefined }]])('can return %j', async returned => {
    const { log, box } = await signIn(() => returned)
    expect(log.errors).toEqual([])
    expect(box.getLatestEmail().subject).toBe(english)
  })

  test('is named in the log if a text is not text', async () => {
    const { location, log } = await signIn(() => ({ subject: 5 }))
    expect(location).toContain('error=')
    const causes = log.errors.flatMap(error => [
      error.message,
      String(Reflect.get(Object(error.cause), 'err')),
    ])
    expect(causes.join('\n')).toContain('The text `subject` of an email is 5.')
  })
})

describe('`translations` of the configuration', () => {
  const openApp = async (translations: object) => {
    const { open, log } = createTestApp({ translations } as AppSetup)
    const { status } = await open().get('/auth/signin')
    return { status, messages: log.errors.map(({ message }) => message) }
  }

  test.each([
    ['de.email.subject', { de: { email: { subject: 5 } } }, '5'],
    ['de.email.button', { de: { email: { button: null } } }, 'null'],
    ['nl.signIn.heading', { nl: { signIn: { heading: () => 'x' } } }, 'a function'],
    ['en.email', { en: { email: ['x'] } }, 'an array'],
    ['en.logoAlt', { en: { logoAlt: true } }, 'true'],
  ])('name `%s`, which is not text', async (path, translations, text) => {
    const { status, messages } = await openApp(translations)
    expect(status).toBe(500)
    expect(messages).toEqual([`\`translations.${path}\` is ${text}. Use text, or leave it out.`])
  })

  test('can have texts that are undefined, and any of plugins', async () => {
    const plugins = { own: { limit: 5 } }
    const { status, messages } = await openApp({
      de: { email: { subject: undefined }, logoAlt: undefined, plugins },
    })
    expect([status, messages]).toEqual([200, []])
  })
})
