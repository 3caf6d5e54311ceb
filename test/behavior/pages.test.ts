import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, getLocation, origin } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const createApp = (more: object = {}) => {
  const op = createMaliciousProvider()
  return createTestApp({ op, providers: [op.provider(), credentials], ...more })
}

/** A built-in page, without the white space between its tags. */
async function renderPage(path: string, more: object = {}) {
  const answer = await createApp(more).open().get(`/auth/${path}`)
  return { status: answer.status, body: (await answer.text()).replace(/\s*\n\s*/g, '') }
}

describe('pages', () => {
  describe('the document of each page', () => {
    test.each([
      ['signin', 'Sign in', 'signin', 'Sign in'],
      ['signout', 'Sign out', 'signout', 'Sign out'],
      ['verify-request', 'Check your email', 'verify-request', 'Check your email'],
      ['error', 'Error', 'error', 'Error'],
    ])('%s has its title, class and heading', async (path, title, name, heading) => {
      const { status, body } = await renderPage(path)
      expect(status).toBe(200)
      expect(body).toMatch(/^<!DOCTYPE html><html lang="en"/)
      expect(body).toContain('<meta charset="utf-8">')
      expect(body).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
      expect(body).toContain(`<title>${title} · app.example</title>`)
      expect(body).toMatch(/<style>[^<]+<\/style>/)
      expect(body).toMatch(
        new RegExp(
          `<body class="__next-auth-theme-auto"><div class="page"[^>]*><div class="${name}"><div class="card">`,
        ),
      )
      expect(body).toContain(`<h1>${heading}</h1>`)
    })

    test.each(['signin', 'signout', 'verify-request', 'error'])(
      '%s uses the theme of the app',
      async path => {
        const theme = { colorScheme: 'dark', logo: '/logo.svg', brandColor: '#0f7b5f', buttonText: '#ffe' }
        const { body } = await renderPage(path, { theme })
        expect(body).toContain('<body class="__next-auth-theme-dark">')
        expect(body).toContain('<img class="logo" src="/logo.svg" alt="Logo">')
        expect(body).toContain(':root{--brand-color:#0f7b5f;')
        expect(body).toContain('--button-text-color:#ffe')
      },
    )

    test('has no logo if the theme has none', async () => {
      expect((await renderPage('signin')).body).not.toContain('class="logo"')
    })
  })

  test('the sign-out page has a form that signs out', async () => {
    const visit = createApp().open()
    await visit.signInWithCredentials(ada)
    const body = await (await visit.get('/auth/signout?callbackUrl=/bye')).text()
    expect(body).toMatch(/<p class="message">[^?]+\?<\/p>/)
    expect(body).toMatch(/<button id="submitButton" type="submit"[^>]*>Sign out<\/button>/)
    const [, action = ''] = /<form action="([^"]+)" method="POST"/.exec(body) ?? []
    const [, csrfToken = ''] =
      /<input type="hidden" name="csrfToken" value="([0-9a-f]{64})">/.exec(body) ?? []
    expect(getLocation(await visit.post(action, { csrfToken }))).toBe(`${origin}/bye`)
    expect(await visit.getSession()).toBeNull()
  })

  test('the verify-request page says that a link was sent and links to the site', async () => {
    const { body } = await renderPage('verify-request?provider=email&type=email')
    expect(body).toMatch(/sign-in link has been sent/)
    expect(body).toMatch(/<a class="site" href="https:\/\/app\.example">[^<]*<bdi>app\.example<\/bdi><\/a>/)
  })

  describe('the error page', () => {
    test.each([
      ['?error=Configuration', 500, 'Something went wrong on our side', /server log/],
      ['?error=AccessDenied', 403, 'Access denied', /permission/],
      [
        '?error=Verification',
        403,
        'This link or code no longer works',
        /has been used, has expired, or was entered incorrectly too often/,
      ],
      ['?error=WebAuthnVerificationError', 200, 'Your passkey wasn’t confirmed', /Try again/],
      ['?error=Unheard', 200, 'Error', /went wrong/],
      ['?error=constructor', 200, 'Error', /went wrong/],
      ['', 200, 'Error', /went wrong/],
    ])('for "%s" has status %i and heading "%s"', async (query, status, heading, message) => {
      const { body, ...answer } = await renderPage(`error${query}`)
      expect(answer.status).toBe(status)
      expect(body).toContain(`<h1>${heading}</h1>`)
      expect(/<div class="message"><p>([^<]+)/.exec(body)?.[1]).toMatch(message)
    })

    test.each(['AccessDenied', 'Verification', 'WebAuthnVerificationError'])(
      'for %s links to the sign-in page',
      async error => {
        const visit = createApp().open()
        const body = await (await visit.get(`/auth/error?error=${error}`)).text()
        const [, href = ''] = /<a class="button[^"]*" href="([^"]+)">Sign in<\/a>/.exec(body) ?? []
        const there = await visit.get(href)
        expect(there.status).toBe(200)
        expect(await there.text()).toContain('<title>Sign in · app.example</title>')
      },
    )

    test.each(['Configuration', 'Unheard'])('for %s links to the site only', async error => {
      const { body } = await renderPage(`error?error=${error}`)
      expect(body).not.toContain('/auth/signin')
      expect(body).toContain(`<a class="site" href="${origin}">`)
    })
  })

  describe('built-in pages', () => {
    const paths = ['signin', 'signout', 'error', 'verify-request', 'error?error=Configuration']
    test.each(paths)('%s has the security and cache headers', async path => {
      const page = await createApp().open().get(`/auth/${path}`)
      const { headers } = page
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control')).toBe('private, no-cache, no-store')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(await page.text()).toMatch(/^<!DOCTYPE html>/)
    })
  })
})
