import { CredentialsSignin } from 'latchkey/errors'
import { ada, credentials, getLocation, origin } from '../../support/app.js'
import { assertMatches, assertSame, assertTrue, type Checks } from './harness.js'
import { createSignedIn, createSignInApp } from './test-apps.js'

const csrfCookie = '__Host-authjs.csrf-token'
const callbackUrlCookie = '__Secure-authjs.callback-url'
const missing = `${origin}/auth/signin?error=MissingCSRF`

/** A CSRF token, and the SHA-256 of the token followed by the test secret. */
const csrfToken = '0123456789abcdef'.repeat(4)
const csrfHash = '80d90af5d522a0ffc3be74bb1c930daea6e3d672121c08c2d85d72fbf63a624f'

export const csrf: Checks = {
  'a token is set once and stays the same': async () => {
    const visit = createSignInApp().open()
    const token = await visit.getCsrfToken()
    assertMatches(token, /^[\da-f]{64}$/)
    assertMatches(visit.jar.get(csrfCookie)?.value, new RegExp(`^${token}%7C[\\da-f]{64}$`))
    assertSame(await visit.getCsrfToken(), token)
  },

  'a token of Auth.js is accepted': async () => {
    const visit = createSignInApp().open()
    visit.jar.set(origin, `${csrfCookie}=${csrfToken}%7C${csrfHash}; Path=/; Secure`)
    assertSame(await visit.getCsrfToken(), csrfToken)
    assertSame(getLocation(await visit.post('/auth/callback/credentials', { ...ada, csrfToken })), origin)
  },

  'a form without a token or with a wrong one is rejected': async () => {
    const visit = createSignInApp().open()
    await visit.getCsrfToken()
    assertSame(getLocation(await visit.post('/auth/callback/credentials', ada)), missing)
    assertSame(getLocation(await visit.post('/auth/callback/credentials', { ...ada, csrfToken })), missing)
    assertSame(await visit.getSession(), null)
  },

  'a cross-site form is rejected': async () => {
    const visit = createSignInApp().open()
    const own = { csrfToken: await visit.getCsrfToken(), ...ada }
    assertSame(
      getLocation(await visit.post('/auth/callback/credentials', own, { from: 'https://evil.example' })),
      missing,
    )
    assertSame(await visit.getSession(), null)
  },

  'a token stays valid in a second tab after sign-in and sign-out': async () => {
    const { visit } = await createSignedIn()
    const before = await visit.getCsrfToken()
    await visit.signOut()
    assertSame(await visit.getCsrfToken(), before)
  },
}

export const callbackUrls: Checks = {
  'redirect to paths and same-origin URLs only': async () => {
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

  'are stored in a cookie': async () => {
    const visit = createSignInApp().open()
    await visit.get('/auth/signin?callbackUrl=/a%20b')
    assertSame(visit.jar.get(callbackUrlCookie)?.value, encodeURIComponent(`${origin}/a b`))
    assertSame(getLocation(await visit.signInWithCredentials(ada)), `${origin}/a%20b`)
  },

  'are passed to the redirect callback': async () => {
    const redirect = ({ url }: { url: string }) => `https://partner.example${url}`
    const { response } = await createSignedIn({ callbacks: { redirect } })
    assertTrue(
      getLocation(response)?.startsWith('https://partner.example') === true,
      `it redirects to ${getLocation(response)}`,
    )
  },
}

export const passwords: Checks = {
  'sign in if they are correct': async () => {
    const { response, visit } = await createSignedIn()
    assertSame([response.status, getLocation(response)], [302, origin])
    assertMatches(await visit.getSession(), { user: { email: ada.email } })
  },

  'are rejected if they are wrong': async () => {
    const visit = createSignInApp().open()
    const response = await visit.signInWithCredentials({ ...ada, password: 'wrong' })
    assertMatches(getLocation(response), /\/auth\/signin\?.*error=CredentialsSignin/)
    assertSame(await visit.getSession(), null)
  },

  'are accepted as JSON, with a JSON response': async () => {
    const visit = createSignInApp().open()
    const headers = { 'x-auth-return-redirect': '1' }
    const response = await visit.signInWithCredentials(ada, { json: true, headers })
    assertSame([response.status, await response.json()], [200, { url: origin }])
    assertMatches(await visit.getSession(), { user: { email: ada.email } })
  },

  'are passed to authorize with a readable request, in any encoding': async () => {
    const seen: unknown[] = []
    const authorize = async (_: unknown, request: Request) => {
      const isJson = request.headers.get('content-type')?.includes('json')
      seen.push(isJson ? await request.json() : Object.fromEntries(await request.formData()))
      return null
    }
    const { open } = createSignInApp({ providers: [{ ...credentials, authorize }] })
    const input = { email: 'ä€😀', password: ' nul\0 +%26&= ' }
    await open().signInWithCredentials(input)
    await open().signInWithCredentials(input, { json: true })
    assertMatches(seen, [input, input])
  },

  'are rejected with the error code of the app': async () => {
    const authorize = async () => {
      throw new CredentialsSignin('locked')
    }
    const { response, log } = await createSignedIn({ providers: [{ ...credentials, authorize }] })
    assertMatches(getLocation(response), /error=CredentialsSignin&code=/)
    assertSame(log.types(), ['CredentialsSignin'])
  },
}
