import { createRequiredText, defineOperation, definePlugin, html } from 'latchkey/plugins'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, runRoundTrip } from '../support/app.js'
import type { Visitor } from '../support/visitor.js'
import { createPasswordsApp, email, password, signUp } from './passwords/passwords-app.js'
import {
  computeCode,
  createAda,
  createTwoFactorApp,
  enroll,
  json,
  readJson,
  signIn,
  startSignIn,
  strategies,
  type TwoFactorApp,
} from './two-factor/two-factor-app.js'

const navigation = { headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } }

/** Submits a form of a plugin, as a browser does. */
async function submitForm(
  visit: Visitor,
  path: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  return visit.post(`/auth/${path}`, { csrfToken: await visit.getCsrfToken(), ...fields }, navigation)
}

/** Submits a form and opens the page that the answer leads to. */
async function openResult(visit: Visitor, path: string, fields: Record<string, string>) {
  const answer = await submitForm(visit, path, fields)
  expect(answer.status).toBe(302)
  const url = visit.getLocation(answer)
  expect(url.pathname).toBe(`/auth/${path}`)
  const page = await visit.get(url)
  return { url, page, text: await page.text() }
}

/** Signs in a user who must set up an authenticator app. Returns the fields of the form. */
async function startRequiredEnrollment(app: TwoFactorApp) {
  await createAda(app)
  const visit = app.open()
  const url = visit.getLocation(await signIn(visit))
  const { secret } = await readJson(await visit.get(url, json))
  const pending = url.searchParams.get('pending') ?? ''
  return { visit, fields: { pending, code: computeCode(String(secret)) } }
}

const wrong = { email, password: 'not the password' }

describe('a form that failed', () => {
  test('has a page with a URL, which shows the failure as often as it is loaded', async () => {
    const app = createPasswordsApp()
    const { url, page, text } = await openResult(app.open(), 'passwords/sign-in', wrong)
    expect(page.status).toBe(400)
    expect(text).toContain('role="alert"')
    expect(text).toContain(`value="${email}"`)
    expect(text).not.toContain(wrong.password)
    expect([...url.searchParams.keys()].sort()).toEqual(['callbackUrl', 'result'])
  })

  test('can be loaded again, and another page of the plugin shows no failure', async () => {
    const visit = createPasswordsApp().open()
    const { url, text } = await openResult(visit, 'passwords/sign-in', wrong)
    expect(await (await visit.get(url)).text()).toBe(text)
    expect(await (await visit.get('/auth/passwords/sign-in')).text()).not.toContain('role="alert"')
    expect(await (await visit.get(`/auth/passwords/forgot${url.search}`)).text()).not.toContain(
      'role="alert"',
    )
  })

  test('shows no failure after ten minutes, in another browser, or with another id', async () => {
    const app = createPasswordsApp()
    const visit = app.open()
    const { url } = await openResult(visit, 'passwords/sign-in', wrong)
    const other = new URL(url)
    other.searchParams.set('result', 'x')
    const repeated = new URL(url)
    repeated.searchParams.append('result', 'x')
    const pages = [await visit.get(other), await visit.get(repeated), await app.open().get(url)]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    onTestFinished(() => void vi.useRealTimers())
    for (const page of [...pages, await visit.get(url)]) {
      expect(page.status).toBe(200)
      expect(await page.text()).not.toContain('role="alert"')
    }
  })

  test('keeps where the browser continues', async () => {
    const app = createPasswordsApp()
    await signUp(app)
    const visit = app.open()
    const { text } = await openResult(visit, 'passwords/sign-in', { ...wrong, callbackUrl: '/notes' })
    expect(text).toContain('name="callbackUrl" value="https://app.example/notes"')
  })

  test('stores no password in the cookie, and none reaches the page', async () => {
    const inputs: object[] = []
    const input = { name: createRequiredText(), secret: createRequiredText({ isSecret: true }) }
    const plugin = definePlugin({
      id: 'form',
      operations: {
        send: defineOperation({
          method: 'POST',
          path: '',
          input,
          run: (_, { secret }) => ({ length: secret.length }),
          page: (_, { data }, entered) => {
            inputs.push(entered)
            return { title: 'Sent', card: html`<p>${data?.length}</p>` }
          },
        }),
      },
    })
    const visit = createTestApp({ plugins: [plugin] }).open()
    const { text } = await openResult(visit, 'form', { name: 'Ada', secret: 'hidden' })
    expect(text).toContain('<p>6</p>')
    expect(inputs.map(entered => ({ ...entered }))).toEqual([
      { name: 'Ada', secret: '', subject: undefined },
      { name: 'Ada', secret: '', subject: undefined },
    ])
  })

  test('is forgotten after a success', async () => {
    const app = createPasswordsApp()
    await signUp(app)
    const visit = app.open()
    const { url } = await openResult(visit, 'passwords/sign-in', wrong)
    await submitForm(visit, 'passwords/sign-in', { email, password })
    expect(await visit.getSession()).not.toBeNull()
    expect(await (await visit.get(url)).text()).not.toContain(email)
  })

  test('has its page at once if the outcome is too long for a cookie', async () => {
    const visit = createPasswordsApp().open()
    const name = 'n'.repeat(5000)
    const answer = await submitForm(visit, 'passwords/sign-up', { email: 'no address', password, name })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('role="alert"')
  })

  test('has its page at once for a client that does not navigate', async () => {
    const visit = createPasswordsApp().open()
    const fields = { csrfToken: await visit.getCsrfToken(), ...wrong }
    const answer = await visit.post('/auth/passwords/sign-in', fields)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('role="alert"')
  })
})

describe('a page that a plugin does not have', () => {
  const options = { signUp: false }

  test('is an error page for a browser', async () => {
    const visit = createPasswordsApp({ options }).open()
    const page = await visit.get('/auth/passwords/sign-up', navigation)
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('<h1>Error</h1>')
  })

  test('is JSON for another client', async () => {
    const visit = createPasswordsApp({ options }).open()
    const answer = await visit.get('/auth/passwords/sign-up')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: 'sign-up-disabled' })
  })
})

describe.each(strategies)('with the %s strategy', strategy => {
  const session = { strategy }

  test('a wrong code of a sign-in has a page of that sign-in, and the right one then signs in', async () => {
    const app = createTwoFactorApp({ session })
    const { secret } = await enroll(app)
    const { visit, pending } = await startSignIn(app)
    const { text } = await openResult(visit, 'two-factor/verify', { pending, method: 'totp', code: '000000' })
    expect(text).toContain('role="alert"')
    expect(text).toContain(`name="pending" value="${pending}"`)
    await submitForm(visit, 'two-factor/verify', { pending, method: 'totp', code: computeCode(secret) })
    expect(await visit.getSession()).not.toBeNull()
  })

  test('recovery codes are shown once', async () => {
    const app = createTwoFactorApp({ session })
    const { visit } = await enroll(app)
    const { url, text } = await openResult(visit, 'two-factor/manage', { change: 'recovery-codes' })
    expect(text).toContain('class="codes"')
    const again = await visit.get(url)
    expect(again.status).toBe(200)
    expect(await again.text()).not.toContain('class="codes"')
  })

  test('recovery codes are not shown after a sign-out, or to the next user of the browser', async () => {
    for (const next of [null, { email: 'grace@example.com', sub: 'grace-1', email_verified: true }]) {
      const app = createTwoFactorApp({ session })
      const { visit } = await enroll(app)
      const answer = await submitForm(visit, 'two-factor/manage', { change: 'recovery-codes' })
      await visit.signOut()
      if (next) await runRoundTrip(visit, app.op, { as: next })
      const urls = [visit.getLocation(answer), visit.getLocation(answer)]
      for (const url of urls) {
        expect(await (await visit.get(url)).text()).not.toContain('class="codes"')
        await visit.signOut()
      }
    }
  })

  test('recovery codes that were not shown yet stay after a failure in another tab', async () => {
    const app = createTwoFactorApp({ session })
    const { visit } = await enroll(app)
    const answer = await submitForm(visit, 'two-factor/manage', { change: 'recovery-codes' })
    const failure = await submitForm(visit, 'two-factor/enroll', { code: '000000' })
    expect(await failure.text()).toContain('role="alert"')
    const asJson = await visit.get(visit.getLocation(answer), { headers: { accept: 'application/json' } })
    expect(await asJson.json()).toHaveProperty('isEnabled')
    expect(await (await visit.get(visit.getLocation(answer))).text()).toContain('class="codes"')
  })

  test('recovery codes are shown to a user who must set up the second factor to sign in', async () => {
    const { visit, fields } = await startRequiredEnrollment(
      createTwoFactorApp({ session, required: () => true }),
    )
    const { text } = await openResult(visit, 'two-factor/enroll', fields)
    expect(text).toContain('class="codes"')
    expect(await visit.getSession()).not.toBeNull()
  })

  test('recovery codes of a sign-in are shown although the session ended meanwhile', async () => {
    const { visit, fields } = await startRequiredEnrollment(
      createTwoFactorApp({ session, required: () => true }),
    )
    const answer = await submitForm(visit, 'two-factor/enroll', fields)
    await visit.signOut()
    expect(await (await visit.get(visit.getLocation(answer))).text()).toContain('class="codes"')
  })

  test('a failure is not shown after its user signed out', async () => {
    let isRequired = false
    const app = createTwoFactorApp({ session, required: () => isRequired })
    const { visit } = await enroll(app)
    isRequired = true
    const { url, text } = await openResult(visit, 'two-factor/manage', { change: 'remove' })
    expect(text).toContain('role="alert"')
    await visit.signOut()
    const page = await visit.get(url)
    expect(page.status).toBe(302)
    expect(visit.getLocation(page).pathname).toBe('/auth/signin')
  })
})
