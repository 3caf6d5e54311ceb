import { CredentialsSignin } from 'latchkey/errors'
import { ada, credentials, leadsTo, origin } from '../../support/app.js'
import { agree, type Checks, like, same } from './harness.js'
import { house, signedIn } from './people.js'

const csrfCookie = '__Host-authjs.csrf-token'
const callbackUrlCookie = '__Secure-authjs.callback-url'
const missing = `${origin}/auth/signin?error=MissingCSRF`

/** A token, and SHA-256 of it with the secret of the tests behind it. */
const csrfToken = '0123456789abcdef'.repeat(4)
const csrfHash = '80d90af5d522a0ffc3be74bb1c930daea6e3d672121c08c2d85d72fbf63a624f'

export const csrf: Checks = {
  'a token is set once, and kept': async () => {
    const visit = house().open()
    const token = await visit.csrf()
    like(token, /^[\da-f]{64}$/)
    like(visit.jar.get(csrfCookie)?.value, new RegExp(`^${token}%7C[\\da-f]{64}$`))
    same(await visit.csrf(), token)
  },

  'a token of the reference is taken': async () => {
    const visit = house().open()
    visit.jar.set(origin, `${csrfCookie}=${csrfToken}%7C${csrfHash}; Path=/; Secure`)
    same(await visit.csrf(), csrfToken)
    same(leadsTo(await visit.post('/auth/callback/credentials', { ...ada, csrfToken })), origin)
  },

  'a form without a token, or with another one, is refused': async () => {
    const visit = house().open()
    await visit.csrf()
    same(leadsTo(await visit.post('/auth/callback/credentials', ada)), missing)
    same(leadsTo(await visit.post('/auth/callback/credentials', { ...ada, csrfToken })), missing)
    same(await visit.session(), null)
  },

  'a form of another site is refused': async () => {
    const visit = house().open()
    const own = { csrfToken: await visit.csrf(), ...ada }
    same(
      leadsTo(await visit.post('/auth/callback/credentials', own, { from: 'https://evil.example' })),
      missing,
    )
    same(await visit.session(), null)
  },

  'a second tab can still send its form after a sign-in': async () => {
    const { visit } = await signedIn()
    const before = await visit.csrf()
    await visit.signOut()
    same(await visit.csrf(), before)
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
      same(
        leadsTo(
          await house()
            .open()
            .signInWithCredentials({ ...ada, callbackUrl }),
        ),
        expected,
      )
  },

  'are remembered in a cookie': async () => {
    const visit = house().open()
    await visit.get('/auth/signin?callbackUrl=/a%20b')
    same(visit.jar.get(callbackUrlCookie)?.value, encodeURIComponent(`${origin}/a b`))
    same(leadsTo(await visit.signInWithCredentials(ada)), `${origin}/a%20b`)
  },

  'are asked of the app': async () => {
    const redirect = ({ url }: { url: string }) => `https://partner.example${url}`
    const { answer } = await signedIn({ callbacks: { redirect } })
    agree(leadsTo(answer)?.startsWith('https://partner.example') === true, `it leads to ${leadsTo(answer)}`)
  },
}

export const passwords: Checks = {
  'let in who knows theirs': async () => {
    const { answer, visit } = await signedIn()
    same([answer.status, leadsTo(answer)], [302, origin])
    like(await visit.session(), { user: { email: ada.email } })
  },

  'let in nobody else': async () => {
    const visit = house().open()
    const answer = await visit.signInWithCredentials({ ...ada, password: 'wrong' })
    like(leadsTo(answer), /\/auth\/signin\?.*error=CredentialsSignin/)
    same(await visit.session(), null)
  },

  'may come as JSON, and answer with JSON': async () => {
    const visit = house().open()
    const headers = { 'x-auth-return-redirect': '1' }
    const answer = await visit.signInWithCredentials(ada, { json: true, headers })
    same([answer.status, await answer.json()], [200, { url: origin }])
    like(await visit.session(), { user: { email: ada.email } })
  },

  'come with a request that can be read, in any script': async () => {
    const seen: unknown[] = []
    const authorize = async (_: unknown, request: Request) => {
      const isJson = request.headers.get('content-type')?.includes('json')
      seen.push(isJson ? await request.json() : Object.fromEntries(await request.formData()))
      return null
    }
    const { open } = house({ providers: [{ ...credentials, authorize }] })
    const typed = { email: 'ä€😀', password: ' nul\0 +%26&= ' }
    await open().signInWithCredentials(typed)
    await open().signInWithCredentials(typed, { json: true })
    like(seen, [typed, typed])
  },

  'are refused with the code that the app chose': async () => {
    const authorize = async () => {
      throw new CredentialsSignin('locked')
    }
    const { answer, log } = await signedIn({ providers: [{ ...credentials, authorize }] })
    like(leadsTo(answer), /error=CredentialsSignin&code=/)
    same(log.types(), ['CredentialsSignin'])
  },
}
