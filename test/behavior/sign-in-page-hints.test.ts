import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const op = createMaliciousProvider()
const harbor = op.provider({ id: 'harbor', name: 'Harbor' })
const pier = op.plainProvider({ id: 'pier', name: 'Pier' })
const providers = [harbor, pier, credentials]

/** The hidden fields of the form of a provider. */
function parseForm(body: string, id: string): URLSearchParams {
  const [form = ''] = new RegExp(`<form action="[^"]*/${id}".*?</form>`, 's').exec(body) ?? []
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  return new URLSearchParams(inputs.map(([, name = '', value = '']) => [name, value]))
}

const listProviderOrder = (body: string) =>
  [...body.matchAll(/<form action="[^"]*\/([^"/]+)"/g)].map(([, id]) => id)

describe('`login_hint` and `ui_locales`', () => {
  test('are passed from the sign-in page to the provider without JavaScript', async () => {
    const visit = createTestApp({ op, providers }).open()
    const page = await visit.get('/auth/signin?login_hint=ada%40example.com&ui_locales=de%20fr')
    const form = parseForm(await page.text(), 'harbor')
    const away = await visit.post('/auth/signin/harbor', Object.fromEntries(form))
    const { searchParams } = new URL(visit.getLocation(away))
    expect(searchParams.get('login_hint')).toBe('ada@example.com')
    expect(searchParams.get('ui_locales')).toBe('de fr')
  })

  test('in the query of the POST take precedence', async () => {
    const visit = createTestApp({ op, providers }).open()
    const form = parseForm(await (await visit.get('/auth/signin')).text(), 'pier')
    expect([...form.keys()]).toEqual(['csrfToken', 'callbackUrl'])
    const away = await visit.post('/auth/signin/pier?login_hint=grace', {
      ...Object.fromEntries(form),
      login_hint: 'ada',
      prompt: 'none',
    })
    const { searchParams } = new URL(visit.getLocation(away))
    expect(searchParams.get('login_hint')).toBe('grace')
    expect(searchParams.has('ui_locales')).toBe(false)
    expect(searchParams.has('prompt')).toBe(false)
  })

  test('are escaped, and not in the credentials form', async () => {
    const visit = createTestApp({ op, providers }).open()
    const body = await (await visit.get('/auth/signin?login_hint=%22%3E%3Cb%3E')).text()
    expect(body).not.toContain('"><b>')
    expect(parseForm(body, 'harbor').get('login_hint')).toBe('&quot;&gt;&lt;b&gt;')
    expect(parseForm(body, 'credentials').has('login_hint')).toBe(false)
  })

  test('are passed to a custom sign-in page', async () => {
    const visit = createTestApp({ op, pages: { signIn: '/enter' } }).open()
    const answer = await visit.get('/auth/signin?login_hint=ada&ui_locales=de')
    const { searchParams } = new URL(answer.headers.get('location') ?? '', origin)
    expect(Object.fromEntries(searchParams)).toEqual({
      callbackUrl: origin,
      login_hint: 'ada',
      ui_locales: 'de',
    })
  })
})

describe('the last used provider', () => {
  test('is first the next time, even after sign-out', async () => {
    const visit = createTestApp({ op, providers }).open()
    expect(listProviderOrder(await (await visit.get('/auth/signin')).text())).toEqual([
      'harbor',
      'pier',
      'credentials',
    ])
    const back = await runRoundTrip(visit, op, { provider: 'pier' })
    const [cookie] = back.headers.getSetCookie().filter(each => each.includes('last-provider'))
    expect(cookie?.toLowerCase().split('; ').sort()).toEqual(
      [
        '__secure-authjs.last-provider=pier',
        'httponly',
        'max-age=31536000',
        'path=/',
        'samesite=lax',
        'secure',
      ].sort(),
    )
    await visit.signOut()
    expect(listProviderOrder(await (await visit.get('/auth/signin')).text())).toEqual([
      'pier',
      'harbor',
      'credentials',
    ])
  })

  test('can be a credentials provider', async () => {
    const visit = createTestApp({ op, providers }).open()
    await visit.signInWithCredentials(ada)
    await visit.signOut()
    expect(listProviderOrder(await (await visit.get('/auth/signin')).text())).toEqual([
      'credentials',
      'harbor',
      'pier',
    ])
  })

  test('is not stored if the sign-in fails or there is only one provider', async () => {
    const failing = createTestApp({ op, providers, callbacks: { signIn: () => false } }).open()
    const single = createTestApp({ op, providers: [harbor] }).open()
    for (const visit of [failing, single]) {
      const back = await runRoundTrip(visit, op, { provider: 'harbor' })
      expect(back.headers.getSetCookie().join()).not.toContain('last-provider')
    }
  })

  test.each(['nobody', '', '__proto__', '"><b>'])('the cookie value %j is ignored', async value => {
    const cookie = `__Secure-authjs.last-provider=${encodeURIComponent(value)}`
    const { answer } = createTestApp({ op, providers })
    const response = await answer(new Request(`${origin}/auth/signin`, { headers: { cookie } }))
    expect(listProviderOrder(await response.text())).toEqual(['harbor', 'pier', 'credentials'])
  })

  test('does not change the order in the providers action', async () => {
    const visit = createTestApp({ op, providers }).open()
    await runRoundTrip(visit, op, { provider: 'pier' })
    expect(Object.keys(await (await visit.get('/auth/providers')).json())).toEqual([
      'harbor',
      'pier',
      'credentials',
    ])
  })
})
