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

/** Renders the page without white space between its tags. */
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
  test('the form of an email provider contains the given email', async () => {
    const body = await page([email], { email: 'ada@example.com' })
    expect(body).toContain(`<form action="https://acme.example/auth/signin/email" method="POST">${hidden}`)
    expect(body).toMatch(
      /<label class="section-header" for="input-email-for-email-provider">[^<]+<\/label><input type="email" value="ada@example.com" placeholder="email@example.com" autocomplete="email" required autofocus id="input-email-for-email-provider" name="email">/,
    )
  })

  test('an input has its configured attributes, except for name and id', async () => {
    const pin = {
      label: 'PIN',
      type: 'password',
      autocomplete: 'one-time-code',
      maxlength: 6,
      required: true,
    }
    const odd = { ...pin, id: 'x', name: 'y', onfocus: 'alert(1)', style: 'color:red', disabled: false }
    expect(await page([credentials({ pin: odd })])).toContain(
      '<input type="password" autofocus data-show="Show password" autocomplete="one-time-code" maxlength="6" required id="input-pin-for-credentials-provider" name="pin">',
    )
  })

  test('fields have an `autocomplete` attribute for password managers, unless it is configured', async () => {
    const body = await page([
      credentials({ Username: {}, mail: { type: 'email', autocomplete: 'off' }, color: {} }),
    ])
    expect(body).toMatch(/autocomplete="username"[^>]* name="Username"/)
    expect(body).toMatch(/autocomplete="off"[^>]* name="mail"/)
    expect(body).not.toMatch(/autocomplete[^>]* name="color"/)
  })

  test('a field without a label is labeled with its key, and a hidden field has no label', async () => {
    const body = await page([credentials({ pin: {}, tenant: { type: 'hidden', value: 'acme' } })])
    expect(body).toContain(
      '<label class="section-header" for="input-pin-for-credentials-provider">pin</label>',
    )
    expect(body).not.toContain('for="input-tenant-for-credentials-provider"')
  })

  test('ids are unique, and the first form has the id of Auth.js', async () => {
    const providers = [harbor, email, password, credentials({ username: {} }, 'ldap', 'LDAP')]
    const body = await page(providers, { layout: 'stacked' })
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter(id => id?.startsWith('submitButton'))).toEqual([
      'submitButton',
      'submitButton-credentials',
      'submitButton-ldap',
    ])
  })

  test('a credentials provider without fields is not shown, and an empty page shows a hint to the developer', async () => {
    const body = await page([credentials({})])
    expect(body).toContain('No sign-in method is configured')
    expect(body).toContain('<code>providers</code>')
    expect(body).not.toContain('<form')
  })

  test('names and ids with markup are escaped', async () => {
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

  test('a configured logo replaces the letter, with a variant for dark mode', async () => {
    const style = { logo: 'https://cdn.example/harbor.svg', logoDark: '/dark harbor.svg' }
    const auto = await page([{ ...harbor, style }])
    expect(auto).toContain(
      '<picture><source media="(prefers-color-scheme: dark)" srcset="/dark%20harbor.svg"><img class="icon" src="https://cdn.example/harbor.svg" alt="" width="20" height="20"></picture>',
    )
    const dark = await page([{ ...harbor, style }], { theme: { colorScheme: 'dark' } })
    expect(dark).toContain('<img class="icon" src="/dark harbor.svg"')
    const light = await page([{ ...harbor, style }], { theme: { colorScheme: 'light' } })
    expect(light).not.toContain('<picture>')
  })

  test('the letter is the first grapheme of the name', async () => {
    const readLetter = async (name: string) =>
      /<text[^>]*>(.*?)<\/text>/.exec(await page([{ ...harbor, name }]))?.[1]
    expect(await readLetter(' harbor')).toBe('H')
    expect(await readLetter('éclair')).toBe('É')
    expect(await readLetter('👩‍🚀 Space')).toBe('👩‍🚀')
  })
})
