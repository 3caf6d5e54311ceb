import { describe, expect, test } from 'vitest'
import { english } from '../../../src/pages/english.js'
import { errorPage } from '../../../src/pages/error.js'
import { signOutPage } from '../../../src/pages/sign-out.js'
import { fill, lookUp } from '../../../src/pages/texts.js'
import { verifyRequestPage } from '../../../src/pages/verify-request.js'
import type { SignInPageErrorParam } from '../../../src/types/config.js'
import type { Result } from '../../../src/types/wire.js'

const frame = { theme: {}, origin: 'https://acme.example:8443', base: 'https://acme.example:8443/auth' }

async function body(result: Promise<Result>): Promise<string> {
  return String((await result).body).replace(/\s*\n\s*/g, '')
}

describe('the error page', () => {
  test.each([
    ['Configuration', 500],
    ['AccessDenied', 403],
    ['Verification', 403],
    ['WebAuthnVerificationError', 200],
    ['NoSuchError', 200],
    ['constructor', 200],
    ['__proto__', 200],
    [null, 200],
  ])('%s is answered with %d', async (error, status) => {
    expect((await errorPage({ ...frame, error })).status).toBe(status)
  })

  test.each(['AccessDenied', 'Verification', 'WebAuthnVerificationError'])(
    '%s offers to sign in',
    async error => {
      expect(await body(errorPage({ ...frame, error }))).toContain(
        'href="https://acme.example:8443/auth/signin"',
      )
    },
  )

  test.each(['Configuration', 'NoSuchError', 'constructor', null])(
    '%s leads back to the site',
    async error => {
      const page = await body(errorPage({ ...frame, error }))
      expect(page).not.toContain('/auth/signin')
      expect(page).toContain('<a class="site" href="https://acme.example:8443">')
    },
  )

  test('an unknown error is plainly an error', async () => {
    expect(await body(errorPage({ ...frame, error: 'toString' }))).toContain('<h1>Error</h1>')
  })

  test('the detail is text', async () => {
    const page = await body(errorPage({ ...frame, error: 'Configuration', detail: '<b>AUTH_SECRET</b>' }))
    expect(page).toContain('<pre dir="ltr">&lt;b&gt;AUTH_SECRET&lt;/b&gt;</pre>')
  })
})

test('signing out takes a POST with the token', async () => {
  const page = await body(signOutPage({ ...frame, csrfToken: 'token', callbackUrl: '/bye' }))
  expect(page).toContain('<title>Sign Out</title>')
  expect(page).toContain('<form action="https://acme.example:8443/auth/signout" method="POST"')
  expect(page).toContain('<input type="hidden" name="csrfToken" value="token">')
  expect(page).toContain('<input type="hidden" name="callbackUrl" value="/bye">')
  expect(page).toContain('<button id="submitButton" type="submit" class="button primary">Sign out</button>')
})

test('after the mail is sent, the page names the site', async () => {
  const page = await body(verifyRequestPage(frame))
  expect(page).toContain('<title>Verify Request</title>')
  expect(page).toContain('<h1>Check your email</h1>')
  expect(page).toContain(
    '<a class="site" href="https://acme.example:8443">Back to <bdi>acme.example:8443</bdi></a>',
  )
})

describe('the texts', () => {
  test('every error of the sign-in page has one', () => {
    const codes: Record<SignInPageErrorParam | 'MissingCSRF' | 'AccountNotLinked', true> = {
      Signin: true,
      OAuthSignin: true,
      OAuthCallbackError: true,
      OAuthCreateAccount: true,
      EmailCreateAccount: true,
      Callback: true,
      OAuthAccountNotLinked: true,
      EmailSignin: true,
      CredentialsSignin: true,
      SessionRequired: true,
      MissingCSRF: true,
      AccountNotLinked: true,
    }
    for (const code of Object.keys(codes)) expect(lookUp(english.signIn.errors, code), code).toBeTruthy()
  })

  test('values are isolated and escaped, and a name that is not given stays', () => {
    expect(String(fill('a {x} & {y}', { x: '<b>' }))).toBe('a <bdi>&lt;b&gt;</bdi> &amp; {y}')
    expect(String(fill('{constructor}', {}))).toBe('{constructor}')
  })
})
