import { CredentialsSignin } from 'latchkey/errors'
import { ada, credentials, getLocation, origin } from '../../support/app.js'
import { assertMatches, assertSame, assertTrue, type Checks } from './harness.js'
import { createSignedIn, createSignInApp } from './test-apps.js'

const csrfCookie = '__Host-authjs.csrf-token'
const callbackUrlCookie = '__Secure-authjs.callback-url'
const missing = `${origin}/auth/signin?error=MissingCSRF`

/** A token, and SHA-256 of it with the secret of the tests behind it. */
const csrfToken = '0123456789abcdef'.repeat(4)
const csrfHash = '80d90af5d522a0ffc3be74bb1c930daea6e3d672121c08c2d85d72fbf63a624f'

export const csrf: Checks = {
  'a token is set once, and kept': async () => {
    const visit = createSignInApp().open()
    const token = await visit.getCsrfToken()
    assertMatches(token, /^[\da-f]{64}$/)
    assertMatches(visit.jar.get(csrfCookie)?.value, new RegExp(`^${token}%7C[\\da-f]{64}$`))
    assertSame(await visit.getCsrfToken(), token)
  },

  'a token of the reference is taken': async () => {
    const visit = createSignInApp().open()
    visit.jar.set(origin, `${csrfCookie}=${csrfToken}%7C${csrfHash}; Path=/; Secure`)
    assertSame(await visit.getCsrfToken(), csrfToken)
    assertSame(getLocation(await visit.post('/auth/callback/credentials', { ...ada, csrfToken })), origin)
  },

  'a form without a token, or with another one, is refused': async () => {
    const visit = createSignInApp().open()
    await visit.getCsrfToken()
    assertSame(getLocation(await visit.post('/auth/callback/credentials', ada)), missing)
    assertSame(getLocation(await visit.post('/auth/callback/credentials', { ...ada, csrfToken })), missing)
    assertSame(await visit.getSession(), null)
  },

  'a form of another site is refused': async () => {
    const visit = createSignInApp().open()
    const own = { csrfToken: await visit.getCsrfToken(), ...ada }
    assertSame(
      getLocation(await visit.post('/auth/callback/credentials', own, { from: 'https://evil.example' })),
      missing,
    )
    assertSame(await visit.getSession(), null)
  },

  'a second tab can still send its form after a sign-in': async () => {
    const { visit } = await createSignedIn()
    const before = await visit.getCsrfToken()
    await visit.signOut()
    assertSame(await visit.getCsrfToken(), before)
  },
}

export const callbackUrls: Checks = {
  'lead to paths and addresses of ours, and nowhere else': async () => {
    for (const [callbackUrl, expected] of [
      ['/account?tab=1#top', `${origin}/account?tab=1#top`],
      [`${origin}/account`, `${origin}/account`],
      ['https://evil.example/', origin],
      ['javascript:alert(1)', origin],
      ['//evil.example', `${origin}//evil.example`],
      ['/ä', `${origin}/%C3%A4`],
    ] as const)
      assertSame(
        getLocation(
          await createSignInApp()
            .open()
            .signInWithCredentials({ ...ada, callbackUrl }),
        ),
        expected,
      )
  },

  'are remembered in a cookie': async () => {
    const visit = createSignInApp().open()
    await visit.get('/auth/signin?callbackUrl=/a%20b')
    assertSame(visit.jar.get(callbackUrlCookie)?.value, encodeURIComponent(`${origin}/a b`))
    assertSame(getLocation(await visit.signInWithCredentials(ada)), `${origin}/a%20b`)
  },

  'are asked of the app': async () => {
    const redirect = ({ url }: { url: string }) => `https://partner.example${url}`
    const { answer } = await createSignedIn({ callbacks: { redirect } })
    assertTrue(
      getLocation(answer)?.startsWith('https://partner.example') === true,
      `it leads to ${getLocation(answer)}`,
    )
  },
}

export const passwords: Checks = {
  'let in who knows theirs': async () => {
    const { answer, visit } = await createSignedIn()
    assertSame([answer.status, getLocation(answer)], [302, origin])
    assertMatches(await visit.getSession(), { user: { email: ada.email } })
  },

  'let in nobody else': async () => {
    const visit = createSignInApp().open()
    const answer = await visit.signInWithCredentials({ ...ada, password: 'wrong' })
    assertMatches(getLocation(answer), /\/auth\/signin\?.*error=CredentialsSignin/)
    assertSame(await visit.getSession(), null)
  },

  'may come as JSON, and answer with JSON': async () => {
    const visit = createSignInApp().open()
    const headers = { 'x-auth-return-redirect': '1' }
    const answer = await visit.signInWithCredentials(ada, { json: true, headers })
    assertSame([answer.status, await answer.json()], [200, { url: origin }])
    assertMatches(await visit.getSession(), { user: { email: ada.email } })
  },

  'come with a request that can be read, in any script': async () => {
    const seen: unknown[] = []
    const authorize = async (_: unknown, request: Request) => {
      const isJson = request.headers.get('content-type')?.includes('json')
      seen.push(isJson ? await request.json() : Object.fromEntries(await request.formData()))
      return null
    }
    const { open } = createSignInApp({ providers: [{ ...credentials, authorize }] })
    const typed = { email: 'ä€😀', password: ' nul\0 +%26&= ' }
    await open().signInWithCredentials(typed)
    await open().signInWithCredentials(typed, { json: true })
    assertMatches(seen, [typed, typed])
  },

  'are refused with the code that the app chose': async () => {
    const authorize = async () => {
      throw new CredentialsSignin('locked')
    }
    const { answer, log } = await createSignedIn({ providers: [{ ...credentials, authorize }] })
    assertMatches(getLocation(answer), /error=CredentialsSignin&code=/)
    assertSame(log.types(), ['CredentialsSignin'])
  },
}
