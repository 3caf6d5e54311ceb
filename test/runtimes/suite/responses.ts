import { getLocation, origin } from '../../support/app.js'
import { assertMatches, assertSame, assertTrue, type Checks } from './harness.js'
import { createSignedIn, createSignInApp } from './test-apps.js'

const html = 'text/html; charset=utf-8'
const form = 'application/x-www-form-urlencoded'

export const pages: Checks = {
  'for signing in have a form for each provider, and let nothing foreign in': async () => {
    const answer = await createSignInApp().open().get('/auth/signin')
    const body = await answer.text()
    assertSame([answer.status, answer.headers.get('content-type')], [200, html])
    for (const part of [
      'action="https://app.example/auth/signin/op"',
      'name="password"',
      'name="csrfToken"',
      '</html>',
    ])
      assertTrue(body.includes(part), `the page has no ${part}`)
    assertMatches(answer.headers.get('content-security-policy'), /default-src 'none'.*'sha256-/)
  },

  'have the hash of their own style in their policy': async () => {
    const answer = await createSignInApp().open().get('/auth/signin')
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(await answer.text()) ?? []
    const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
    assertTrue(style !== '', 'the page has no style')
    assertTrue(
      answer.headers.get('content-security-policy')?.includes(`'sha256-${hash}'`) === true,
      'another hash',
    )
  },

  'are in the language that the browser asks for': async () => {
    const headers = { 'accept-language': 'ja, en;q=0.5' }
    const answer = await createSignInApp().open().get('/auth/signin', { headers })
    assertMatches(answer.headers.get('content-language'), 'ja')
    assertMatches((await answer.text()).includes('<h1>サインイン</h1>'), true)
  },

  'for signing out, errors and sent mails are there too': async () => {
    const { visit } = await createSignedIn()
    for (const path of ['signout', 'error?error=AccessDenied', 'verify-request']) {
      const answer = await visit.get(`/auth/${path}`)
      assertSame([path, answer.headers.get('content-type')], [path, html])
      assertMatches(await answer.text(), /<\/html>\s*$/)
    }
  },

  'take the colours of the app': async () => {
    const { open } = createSignInApp({ theme: { brandColor: '#013a63', buttonText: '#fff' } })
    assertMatches(await (await open().get('/auth/signin')).text(), /#013a63/i)
  },

  'of the app take their place': async () => {
    const { open } = createSignInApp({ pages: { signIn: '/in' } })
    assertMatches(getLocation(await open().get('/auth/signin')), /^\/in\?/)
  },

  'list the providers for scripts': async () => {
    assertMatches(await (await createSignInApp().open().get('/auth/providers')).json(), {
      op: { id: 'op', name: 'OP', type: 'oidc', callbackUrl: `${origin}/auth/callback/op` },
    })
  },
}

export const signOut: Checks = {
  'leads where it was asked to lead, and clears the cookie': async () => {
    const { visit } = await createSignedIn()
    const answer = await visit.signOut({ callbackUrl: '/out' })
    assertSame(getLocation(answer), `${origin}/out`)
    const line = '__Secure-authjs.session-token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'
    assertTrue(answer.headers.getSetCookie().includes(line), 'the cookie is not cleared')
  },

  'tells the app': async () => {
    const told: unknown[] = []
    const { visit } = await createSignedIn({ events: { signOut: message => void told.push(message) } })
    await visit.signOut()
    assertMatches(told, [{ token: { sub: 'ada-1' } }])
  },
}

export const requests: Checks = {
  'with HEAD are answered like GET, without a body and without cookies': async () => {
    for (const action of ['csrf', 'providers', 'signin', 'signout', 'error', 'verify-request', 'session']) {
      const answer = await createSignInApp().open().head(`/auth/${action}`)
      assertSame([action, answer.status, await answer.text()], [action, 200, ''])
      assertSame(answer.headers.getSetCookie(), [])
    }
  },

  'with HEAD use no callback up': async () => {
    const { op, open } = createSignInApp()
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op')))
    await visit.head(back)
    assertSame(getLocation(await visit.get(back, { from: op.issuer })), origin)
  },

  'that name no action are refused': async () => {
    const { answer } = createSignInApp()
    for (const path of ['/auth', '/auth/unknown', '/auth/session/x', '/auth/signin/a/b', '/auth/%ff', '/']) {
      const refusal = await answer(new Request(origin + path))
      assertSame([path, refusal.status, await refusal.text()], [path, 400, '"Bad request."'])
    }
  },

  'with another method are refused': async () => {
    const { answer } = createSignInApp()
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      assertSame((await answer(new Request(`${origin}/auth/session`, { method }))).status, 400)
  },

  'that announce JSON and bring none are refused': async () => {
    const visit = createSignInApp().open()
    for (const body of ['{', '[]', 'null', '"text"', '']) {
      const headers = { 'content-type': 'application/json' }
      assertSame((await visit.post('/auth/signout', body, { headers })).status, 400)
    }
  },

  'with cookies that nobody can read are answered': async () => {
    const { answer } = createSignInApp()
    const cookie = '=; ;; a; %=%; __Secure-authjs.session-token=%; __Host-authjs.csrf-token=%7C; x="'
    assertSame((await answer(new Request(`${origin}/auth/session`, { headers: { cookie } }))).status, 200)
  },

  'that are too large are refused': async () => {
    const visit = createSignInApp().open()
    for (const path of ['signout', 'callback/credentials', 'session'])
      assertSame((await visit.post(`/auth/${path}`, `a=${'x'.repeat(1_000_000)}`)).status, 413)
  },

  'that never end are read a little way, and refused': async () => {
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

  'are never stored on the way': async () => {
    for (const path of ['session', 'csrf', 'signin', 'unknown'])
      assertMatches(
        (await createSignInApp().open().get(`/auth/${path}`)).headers.get('cache-control') ?? 'no-store',
        /no-store/,
      )
  },
}
