import { describe, expect, test } from 'vitest'
import { mergeProvider, resolveProvider } from '../../../src/config/resolve-provider.js'
import { renderSignInPage, type SignInPageProps } from '../../../src/pages/sign-in.js'
import type { CredentialInput, Provider } from '../../../src/types/provider.js'

const origin = 'https://acme.example'

const harbor = {
  id: 'harbor',
  name: 'Harbor',
  type: 'oidc',
  issuer: 'https://harbor.example',
  clientId: 'app',
} as const
const email = { id: 'email', name: 'Email', type: 'email', sendVerificationRequest: () => undefined } as const

function credentials(
  inputs: Record<string, CredentialInput>,
  id = 'credentials',
  name = 'Credentials',
): Provider {
  return { id, name, type: 'credentials', credentials: inputs, authorize: () => null }
}

const password = credentials({
  username: { label: 'User' },
  password: { label: 'Password', type: 'password' },
})

/** The page with the white space between its tags taken out. */
async function page(providers: Provider[], more: Partial<SignInPageProps> = {}): Promise<string> {
  const { body } = await renderSignInPage({
    theme: {},
    origin,
    authUrl: `${origin}/auth`,
    providers: providers.map(provider => resolveProvider(mergeProvider(provider))),
    csrfToken: 'token',
    callbackUrl: `${origin}/next`,
    error: null,
    email: null,
    ...more,
  })
  return String(body).replace(/\s*\n\s*/g, '')
}

const hidden =
  '<input type="hidden" name="csrfToken" value="token"><input type="hidden" name="callbackUrl" value="https://acme.example/next">'

describe('the sign-in page', () => {
  test('an e-mail provider asks for the address that was given', async () => {
    const body = await page([email], { email: 'ada@example.com' })
    expect(body).toContain(`<form action="https://acme.example/auth/signin/email" method="POST">${hidden}`)
    expect(body).toMatch(
      /<label class="section-header" for="input-email-for-email-provider">[^<]+<\/label><input type="email" value="ada@example.com" placeholder="email@example.com" autocomplete="email" required autofocus id="input-email-for-email-provider" name="email">/,
    )
  })

  test('the attributes of an input are its own, but not its name and id, by which it is found', async () => {
    const pin = {
      label: 'PIN',
      type: 'password',
      autocomplete: 'one-time-code',
      maxlength: 6,
      required: true,
    }
    const odd = { ...pin, id: 'x', name: 'y', onfocus: 'alert(1)', style: 'color:red', disabled: false }
    expect(await page([credentials({ pin: odd })])).toContain(
      '<input type="password" autofocus autocomplete="one-time-code" maxlength="6" required id="input-pin-for-credentials-provider" name="pin">',
    )
  })

  test('password managers are told which field is which, unless the app says so itself', async () => {
    const body = await page([
      credentials({ Username: {}, mail: { type: 'email', autocomplete: 'off' }, colour: {} }),
    ])
    expect(body).toMatch(/autocomplete="username"[^>]* name="Username"/)
    expect(body).toMatch(/autocomplete="off"[^>]* name="mail"/)
    expect(body).not.toMatch(/autocomplete[^>]* name="colour"/)
  })

  test('a field without a label is named by its key; a hidden one has none', async () => {
    const body = await page([credentials({ pin: {}, tenant: { type: 'hidden', value: 'acme' } })])
    expect(body).toContain(
      '<label class="section-header" for="input-pin-for-credentials-provider">pin</label>',
    )
    expect(body).not.toContain('for="input-tenant-for-credentials-provider"')
  })

  test('every id is there once, and the first form has the well-known one', async () => {
    const body = await page([harbor, email, password, credentials({ username: {} }, 'ldap', 'LDAP')])
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter(id => id?.startsWith('submitButton'))).toEqual([
      'submitButton',
      'submitButton-credentials',
      'submitButton-ldap',
    ])
  })

  test('a credentials provider without fields is not shown; with nothing to show, the developer is told', async () => {
    const body = await page([credentials({})])
    expect(body).toContain('No sign-in method is configured')
    expect(body).toContain('<code>providers</code>')
    expect(body).not.toContain('<form')
  })

  test('odd names and ids stay inside their places', async () => {
    const odd = {
      ...harbor,
      id: 'a/b"c',
      name: '<img src=x onerror=alert(1)>',
      style: { bg: '"><script>', logo: '"><script>' },
    }
    const body = await page([odd])
    expect(body).toContain('action="https://acme.example/auth/signin/a/b&quot;c"')
    expect(body).not.toMatch(/<script|<img src=x/)
  })

  test('a logo of the app takes the place of the letter, also a dark one', async () => {
    const style = { logo: 'https://cdn.example/harbor.svg', logoDark: '/dark harbor.svg' }
    const auto = await page([{ ...harbor, style }])
    expect(auto).toContain(
      '<picture><source media="(prefers-color-scheme: dark)" srcset="/dark%20harbor.svg"><img class="mark" src="https://cdn.example/harbor.svg" alt="" width="20" height="20"></picture>',
    )
    const dark = await page([{ ...harbor, style }], { theme: { colorScheme: 'dark' } })
    expect(dark).toContain('<img class="mark" src="/dark harbor.svg"')
    const light = await page([{ ...harbor, style }], { theme: { colorScheme: 'light' } })
    expect(light).not.toContain('<picture>')
  })

  test('the letter is what a reader takes for one', async () => {
    const letter = async (name: string) =>
      /<text[^>]*>(.*?)<\/text>/.exec(await page([{ ...harbor, name }]))?.[1]
    expect(await letter(' harbor')).toBe('H')
    expect(await letter('éclair')).toBe('É')
    expect(await letter('👩‍🚀 Space')).toBe('👩‍🚀')
  })
})
