import { leadsTo, origin } from '../../support/app.js'
import { agree, type Checks, like, same } from './harness.js'
import { house, signedIn } from './people.js'

const html = 'text/html; charset=utf-8'
const form = 'application/x-www-form-urlencoded'

export const pages: Checks = {
  'for signing in have a form for each provider, and let nothing foreign in': async () => {
    const answer = await house().open().get('/auth/signin')
    const body = await answer.text()
    same([answer.status, answer.headers.get('content-type')], [200, html])
    for (const part of [
      'action="https://app.example/auth/signin/op"',
      'name="password"',
      'name="csrfToken"',
      '</html>',
    ])
      agree(body.includes(part), `the page has no ${part}`)
    like(answer.headers.get('content-security-policy'), /default-src 'none'.*'sha256-/)
  },

  'have the hash of their own style in their policy': async () => {
    const answer = await house().open().get('/auth/signin')
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(await answer.text()) ?? []
    const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
    agree(style !== '', 'the page has no style')
    agree(
      answer.headers.get('content-security-policy')?.includes(`'sha256-${hash}'`) === true,
      'another hash',
    )
  },

  'are in the language that the browser asks for': async () => {
    const headers = { 'accept-language': 'ja, en;q=0.5' }
    const answer = await house().open().get('/auth/signin', { headers })
    like(answer.headers.get('content-language'), 'ja')
    like((await answer.text()).includes('<h1>サインイン</h1>'), true)
  },

  'for signing out, errors and sent mails are there too': async () => {
    const { visit } = await signedIn()
    for (const path of ['signout', 'error?error=AccessDenied', 'verify-request']) {
      const answer = await visit.get(`/auth/${path}`)
      same([path, answer.headers.get('content-type')], [path, html])
      like(await answer.text(), /<\/html>\s*$/)
    }
  },

  'take the colours of the app': async () => {
    const { open } = house({ theme: { brandColor: '#013a63', buttonText: '#fff' } })
    like(await (await open().get('/auth/signin')).text(), /#013a63/i)
  },

  'of the app take their place': async () => {
    const { open } = house({ pages: { signIn: '/in' } })
    like(leadsTo(await open().get('/auth/signin')), /^\/in\?/)
  },

  'list the providers for scripts': async () => {
    like(await (await house().open().get('/auth/providers')).json(), {
      op: { id: 'op', name: 'OP', type: 'oidc', callbackUrl: `${origin}/auth/callback/op` },
    })
  },
}

export const signOut: Checks = {
  'leads where it was asked to lead, and clears the cookie': async () => {
    const { visit } = await signedIn()
    const answer = await visit.signOut({ callbackUrl: '/out' })
    same(leadsTo(answer), `${origin}/out`)
    const line = '__Secure-authjs.session-token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'
    agree(answer.headers.getSetCookie().includes(line), 'the cookie is not cleared')
  },

  'tells the app': async () => {
    const told: unknown[] = []
    const { visit } = await signedIn({ events: { signOut: message => void told.push(message) } })
    await visit.signOut()
    like(told, [{ token: { sub: 'ada-1' } }])
  },
}

export const requests: Checks = {
  'with HEAD are answered like GET, without a body and without cookies': async () => {
    for (const action of ['csrf', 'providers', 'signin', 'signout', 'error', 'verify-request', 'session']) {
      const answer = await house().open().head(`/auth/${action}`)
      same([action, answer.status, await answer.text()], [action, 200, ''])
      same(answer.headers.getSetCookie(), [])
    }
  },

  'with HEAD use no callback up': async () => {
    const { op, open } = house()
    const visit = open()
    const back = op.authorize(visit.location(await visit.signIn('op')))
    await visit.head(back)
    same(leadsTo(await visit.get(back, { from: op.issuer })), origin)
  },

  'that name no action are refused': async () => {
    const { answer } = house()
    for (const path of ['/auth', '/auth/unknown', '/auth/session/x', '/auth/signin/a/b', '/auth/%ff', '/']) {
      const refusal = await answer(new Request(origin + path))
      same([path, refusal.status, await refusal.text()], [path, 400, '"Bad request."'])
    }
  },

  'with another method are refused': async () => {
    const { answer } = house()
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      same((await answer(new Request(`${origin}/auth/session`, { method }))).status, 400)
  },

  'that announce JSON and bring none are refused': async () => {
    const visit = house().open()
    for (const body of ['{', '[]', 'null', '"text"', '']) {
      const headers = { 'content-type': 'application/json' }
      same((await visit.post('/auth/signout', body, { headers })).status, 400)
    }
  },

  'with cookies that nobody can read are answered': async () => {
    const { answer } = house()
    const cookie = '=; ;; a; %=%; __Secure-authjs.session-token=%; __Host-authjs.csrf-token=%7C; x="'
    same((await answer(new Request(`${origin}/auth/session`, { headers: { cookie } }))).status, 200)
  },

  'that are too large are refused': async () => {
    const visit = house().open()
    for (const path of ['signout', 'callback/credentials', 'session'])
      same((await visit.post(`/auth/${path}`, `a=${'x'.repeat(1_000_000)}`)).status, 413)
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
    same((await house().answer(new Request(`${origin}/auth/signout`, init))).status, 413)
    agree(read < 300_000, `${read} bytes were read`)
  },

  'are never stored on the way': async () => {
    for (const path of ['session', 'csrf', 'signin', 'unknown'])
      like((await house().open().get(`/auth/${path}`)).headers.get('cache-control') ?? 'no-store', /no-store/)
  },
}
