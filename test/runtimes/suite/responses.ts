import { getLocation, origin } from '../../support/app.js'
import { assertMatches, assertSame, assertTrue, type Checks } from './harness.js'
import { createSignedIn, createSignInApp } from './test-apps.js'

const html = 'text/html; charset=utf-8'
const form = 'application/x-www-form-urlencoded'

export const pages: Checks = {
  'for sign-in have a form for each provider and a content security policy': async () => {
    const response = await createSignInApp().open().get('/auth/signin')
    const body = await response.text()
    assertSame([response.status, response.headers.get('content-type')], [200, html])
    for (const part of [
      'action="https://app.example/auth/signin/op"',
      'name="password"',
      'name="csrfToken"',
      '</html>',
    ])
      assertTrue(body.includes(part), `the page has no ${part}`)
    assertMatches(response.headers.get('content-security-policy'), /default-src 'none'.*'sha256-/)
  },

  'have the hash of their style in the content security policy': async () => {
    const response = await createSignInApp().open().get('/auth/signin')
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(await response.text()) ?? []
    const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
    assertTrue(style !== '', 'the page has no style')
    assertTrue(
      response.headers.get('content-security-policy')?.includes(`'sha256-${hash}'`) === true,
      'the hash differs',
    )
  },

  'are in the language of the Accept-Language header': async () => {
    const headers = { 'accept-language': 'ja, en;q=0.5' }
    const response = await createSignInApp().open().get('/auth/signin', { headers })
    assertMatches(response.headers.get('content-language'), 'ja')
    assertMatches((await response.text()).includes('<h1>サインイン</h1>'), true)
  },

  'exist for sign-out, errors and verification requests': async () => {
    const { visit } = await createSignedIn()
    for (const path of ['signout', 'error?error=AccessDenied', 'verify-request']) {
      const response = await visit.get(`/auth/${path}`)
      assertSame([path, response.headers.get('content-type')], [path, html])
      assertMatches(await response.text(), /<\/html>\s*$/)
    }
  },

  'use the theme colors of the app': async () => {
    const { open } = createSignInApp({ theme: { brandColor: '#013a63', buttonText: '#fff' } })
    assertMatches(await (await open().get('/auth/signin')).text(), /#013a63/i)
  },

  'can be replaced by pages of the app': async () => {
    const { open } = createSignInApp({ pages: { signIn: '/in' } })
    assertMatches(getLocation(await open().get('/auth/signin')), /^\/in\?/)
  },

  'include the list of providers as JSON': async () => {
    assertMatches(await (await createSignInApp().open().get('/auth/providers')).json(), {
      op: { id: 'op', name: 'OP', type: 'oidc', callbackUrl: `${origin}/auth/callback/op` },
    })
  },
}

export const signOut: Checks = {
  'redirects to the callback URL and deletes the cookie': async () => {
    const { visit } = await createSignedIn()
    const response = await visit.signOut({ callbackUrl: '/out' })
    assertSame(getLocation(response), `${origin}/out`)
    const line = '__Secure-authjs.session-token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'
    assertTrue(response.headers.getSetCookie().includes(line), 'the cookie is not deleted')
  },

  'emits the signOut event': async () => {
    const events: unknown[] = []
    const { visit } = await createSignedIn({ events: { signOut: message => void events.push(message) } })
    await visit.signOut()
    assertMatches(events, [{ token: { sub: 'ada-1' } }])
  },
}

export const requests: Checks = {
  'with HEAD return the status of GET, without body and cookies': async () => {
    for (const action of ['csrf', 'providers', 'signin', 'signout', 'error', 'verify-request', 'session']) {
      const response = await createSignInApp().open().head(`/auth/${action}`)
      assertSame([action, response.status, await response.text()], [action, 200, ''])
      assertSame(response.headers.getSetCookie(), [])
    }
  },

  'with HEAD do not consume a callback': async () => {
    const { op, open } = createSignInApp()
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op')))
    await visit.head(back)
    assertSame(getLocation(await visit.get(back, { from: op.issuer })), origin)
  },

  'for unknown actions are rejected': async () => {
    const { answer } = createSignInApp()
    for (const path of ['/auth', '/auth/unknown', '/auth/session/x', '/auth/signin/a/b', '/auth/%ff', '/']) {
      const rejection = await answer(new Request(origin + path))
      assertSame([path, rejection.status, await rejection.text()], [path, 400, '"Bad request."'])
    }
  },

  'with other methods are rejected': async () => {
    const { answer } = createSignInApp()
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      assertSame((await answer(new Request(`${origin}/auth/session`, { method }))).status, 400)
  },

  'with invalid JSON are rejected': async () => {
    const visit = createSignInApp().open()
    for (const body of ['{', '[]', 'null', '"text"', '']) {
      const headers = { 'content-type': 'application/json' }
      assertSame((await visit.post('/auth/signout', body, { headers })).status, 400)
    }
  },

  'with malformed cookies are accepted': async () => {
    const { answer } = createSignInApp()
    const cookie = '=; ;; a; %=%; __Secure-authjs.session-token=%; __Host-authjs.csrf-token=%7C; x="'
    assertSame((await answer(new Request(`${origin}/auth/session`, { headers: { cookie } }))).status, 200)
  },

  'that are too large are rejected': async () => {
    const visit = createSignInApp().open()
    for (const path of ['signout', 'callback/credentials', 'session'])
      assertSame((await visit.post(`/auth/${path}`, `a=${'x'.repeat(1_000_000)}`)).status, 413)
  },

  'with an endless body are rejected without reading all of it': async () => {
    let read = 0
    const chunk = new TextEncoder().encode('a=b&'.repeat(4_096))
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        read += chunk.length
        controller.enqueue(chunk)
      },
    })
    const init = { method: 'POST', body, headers: { 'content-type': form }, duplex: 'half' } as RequestInit
    assertSame((await createSignInApp().answer(new Request(`${origin}/auth/signout`, init))).status, 413)
    assertTrue(read < 300_000, `${read} bytes were read`)
  },

  'have responses with no-store': async () => {
    for (const path of ['session', 'csrf', 'signin', 'unknown'])
      assertMatches(
        (await createSignInApp().open().get(`/auth/${path}`)).headers.get('cache-control') ?? 'no-store',
        /no-store/,
      )
  },
}
