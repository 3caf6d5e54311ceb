import { describe, expect, it } from 'vitest'
import { type App, createVisitor } from '../../support/visitor.js'

const ORIGIN = 'https://app.example'

/** Returns the received request as JSON, with the response headers from the query. */
const echoApp: App = async request => {
  const url = new URL(request.url)
  const answer = {
    method: request.method,
    path: url.pathname,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
  }
  const status = Number(url.searchParams.get('status') ?? 200)
  const headers = new Headers(
    url.searchParams.getAll('set').map((line): [string, string] => ['set-cookie', line]),
  )
  const location = url.searchParams.get('to')
  if (location) headers.set('location', location)
  return Response.json(answer, { status, headers })
}

interface ReceivedRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

const readReceived = (response: Response): Promise<ReceivedRequest> => response.json()

describe('a visitor', () => {
  it('sends the cookies that it received', async () => {
    const ada = createVisitor(echoApp, ORIGIN)
    await ada.get('/?set=a%3D%257C;Path=/&set=__Host-b%3D2;Path=/;Secure')
    expect((await readReceived(await ada.get('/'))).headers['cookie']).toBe('a=%7C; __Host-b=2')
  })

  it('shares cookies with a second tab, and `cloneWithCookies` copies them', async () => {
    const ada = createVisitor(echoApp, ORIGIN)
    await ada.get('/?set=a%3D1')
    const copy = ada.cloneWithCookies()
    await ada.openTab().get('/?set=a%3D2')
    expect(ada.jar.get('a')?.value).toBe('2')
    expect(copy.jar.get('a')?.value).toBe('1')
    expect(createVisitor(echoApp, ORIGIN).jar.cookies()).toEqual([])
  })

  it('submits forms or JSON', async () => {
    const ada = createVisitor(echoApp, ORIGIN)
    const form = await readReceived(await ada.post('/', { name: 'a b', sign: '+&' }))
    expect(form).toMatchObject({ method: 'POST', body: 'name=a+b&sign=%2B%26' })
    expect(form.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      origin: ORIGIN,
      'sec-fetch-site': 'same-origin',
    })
    expect((await readReceived(await ada.post('/', { deep: [1] }, { json: true }))).body).toBe('{"deep":[1]}')
    const repeated: [string, string][] = [
      ['a', '1'],
      ['a', '2'],
    ]
    expect((await readReceived(await ada.post('/', repeated))).body).toBe('a=1&a=2')
    expect((await readReceived(await ada.post('/', 'a=%zz'))).body).toBe('a=%zz')
  })

  it('sends its origin, and omits Lax cookies in a cross-site POST', async () => {
    const ada = createVisitor(echoApp, ORIGIN)
    await ada.get('/?set=lax%3D1;SameSite=Lax&set=none%3D2;SameSite=None;Secure')
    const { headers } = await readReceived(await ada.post('/', {}, { from: 'https://evil.example' }))
    expect(headers).toMatchObject({ cookie: 'none=2', origin: 'https://evil.example' })
    expect(headers['sec-fetch-site']).toBe('cross-site')
    const link = await readReceived(await ada.get('/', { from: 'https://evil.example' }))
    expect(link.headers['cookie']).toBe('lax=1; none=2')
  })

  it('omits headers that are null', async () => {
    const { headers } = await readReceived(
      await createVisitor(echoApp, ORIGIN).post('/', {}, { headers: { origin: null, accept: 'x/y' } }),
    )
    expect(headers).not.toHaveProperty('origin')
    expect(headers['accept']).toBe('x/y')
  })

  it('follows redirects only if requested', async () => {
    const ada = createVisitor(echoApp, ORIGIN)
    const away = await ada.get('/deep/er?status=302&to=../next?set=c%253D1')
    expect(away.status).toBe(302)
    expect(ada.getLocation(away).href).toBe('https://app.example/next?set=c%3D1')
    expect(await readReceived(await ada.follow(away))).toMatchObject({ path: '/next' })
    expect(ada.jar.get('c')?.value).toBe('1')
  })

  it('follows 303 with GET, and 307 with the same method and body', async () => {
    const ada = createVisitor(echoApp, ORIGIN)
    const got = await readReceived(await ada.post('/?status=303&to=/a', { x: '1' }, { follow: true }))
    expect(got).toMatchObject({ method: 'GET', path: '/a', body: '' })
    const kept = await readReceived(await ada.post('/?status=307&to=/b', { x: '1' }, { follow: true }))
    expect(kept).toMatchObject({ method: 'POST', path: '/b', body: 'x=1' })
  })

  it('throws on a redirect loop', async () => {
    const loop: App = () => new Response(null, { status: 302, headers: { location: '/' } })
    await expect(createVisitor(loop, ORIGIN).get('/', { follow: true })).rejects.toThrow('Too many redirects')
  })
})

describe('a visitor of Latchkey actions', () => {
  const app: App = async request => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/csrf')) return Response.json({ csrfToken: 'token-1' })
    if (pathname.endsWith('/session')) return Response.json(null)
    return echoApp(request)
  }
  const ada = createVisitor(app, ORIGIN, { basePath: '/api/auth' })

  it('fetches the CSRF token and submits it', async () => {
    expect(await readReceived(await ada.signIn('op', { callbackUrl: '/x' }))).toMatchObject({
      path: '/api/auth/signin/op',
      body: 'csrfToken=token-1&callbackUrl=%2Fx',
    })
    expect(await readReceived(await ada.signInWithCredentials({ password: 'p' }))).toMatchObject({
      path: '/api/auth/callback/credentials',
      body: 'csrfToken=token-1&password=p',
    })
    expect(await readReceived(await ada.signOut())).toMatchObject({ path: '/api/auth/signout' })
  })

  it('reads the session', async () => {
    expect(await ada.getSession()).toBeNull()
  })
})
