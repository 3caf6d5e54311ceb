import { describe, expect, test } from 'vitest'
import { renderErrorPage } from '../../../src/pages/error.js'
import { getOwnEntry, interpolateHtml } from '../../../src/pages/interpolate.js'
import { english } from '../../../src/pages/locales/en.js'
import { renderVerifyRequestPage } from '../../../src/pages/verify-request.js'
import type { SignInPageErrorParam } from '../../../src/types/config.js'
import type { ActionResult } from '../../../src/types/request.js'

const frame = { theme: {}, origin: 'https://acme.example:8443', authUrl: 'https://acme.example:8443/auth' }

async function body(result: Promise<ActionResult>): Promise<string> {
  return String((await result).body).replace(/\s*\n\s*/g, '')
}

describe('the error page', () => {
  test('the detail is escaped', async () => {
    const page = await body(
      renderErrorPage({ ...frame, error: 'Configuration', developerHint: '<b>AUTH_SECRET</b>' }),
    )
    expect(page).toContain('<pre dir="ltr">&lt;b&gt;AUTH_SECRET&lt;/b&gt;</pre>')
  })
})

test('a page shows the host of the site with its port', async () => {
  expect(await body(renderVerifyRequestPage(frame))).toContain(
    '<a class="site" href="https://acme.example:8443">Back to <bdi>acme.example:8443</bdi></a>',
  )
})

describe('the translations', () => {
  test('contain every error of the sign-in page', () => {
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
    for (const code of Object.keys(codes)) expect(getOwnEntry(english.signIn.errors, code), code).toBeTruthy()
  })

  test('isolate and escape values, and keep unknown placeholders', () => {
    expect(String(interpolateHtml('a {x} & {y}', { x: '<b>' }))).toBe('a <bdi>&lt;b&gt;</bdi> &amp; {y}')
    expect(String(interpolateHtml('{constructor}', {}))).toBe('{constructor}')
  })
})
