import { passwords } from 'latchkey/passwords'
import Passkey from 'latchkey/providers/passkey'
import { twoFactor } from 'latchkey/two-factor'
import { describe, expect, test } from 'vitest'
import { computeCode } from '../two-factor/two-factor-app.js'
import {
  addEmail,
  addPasskey,
  connectSecond,
  createAccountApp,
  email,
  getAccountId,
  getEmailId,
  getToken,
  json,
  otherEmail,
  readAccount,
  readJson,
  signIn,
  submit,
} from './account-app.js'

type App = ReturnType<typeof createAccountApp>
type Visit = Awaited<ReturnType<typeof signIn>>

/** Each change of what a user signs in with. */
const changes: Readonly<Record<string, (app: App, visit: Visit) => Promise<unknown>>> = {
  'an address is added': addEmail,
  'a provider is connected': connectSecond,
  'a passkey is added': (_, visit) => addPasskey(visit),
  'a password is set': (_, visit) => post(visit, 'passwords/change', { password: 'correct horse battery' }),
  'the user name is changed': (_, visit) => post(visit, 'passwords/username', { username: 'ada-l' }),
  async 'an app is set up'(_, visit) {
    const { secret } = await readJson(await visit.get('/auth/two-factor/enroll', json))
    await post(visit, 'two-factor/enroll', { code: computeCode(String(secret)) })
  },
  async 'a provider is disconnected'(app, visit) {
    await connectSecond(app, visit)
    await submit(visit, 'accounts', { change: 'unlink', id: await getAccountId(visit, 'second') })
  },
  async 'a passkey is removed'(_, visit) {
    await addPasskey(visit)
    const id = (await readAccount(visit)).passkeys[0]?.id ?? ''
    await submit(visit, 'passkeys', { change: 'remove', id })
  },
}

async function post(visit: Visit, path: string, fields: Record<string, string>): Promise<Response> {
  return await visit.post(`/auth/${path}`, { csrfToken: await visit.getCsrfToken(), ...fields }, json)
}

const create = () =>
  createAccountApp({
    revocation: { maxStale: 0 },
    plugins: [passwords({ username: true }), twoFactor()],
    providers: [Passkey()],
  })

describe('notices', () => {
  test.each(Object.keys(changes))('after %s, one click signs out everywhere', async name => {
    const app = create()
    const visit = await signIn(app)
    await changes[name]?.(app, visit)
    const notice = app.sent.filter(({ to }) => to === email).at(-1)
    expect(notice?.text).toContain('/auth/account/secure?token=')
    if (notice?.html) expect(notice.html).toContain('/auth/account/secure?token=')
    const token = /secure\?token=([\w-]+)/.exec(notice?.text ?? '')?.[1] ?? ''
    expect(await visit.getSession()).not.toBeNull()
    expect((await submit(app.open(), 'secure', { token })).status).toBe(200)
    expect(await visit.getSession()).toBeNull()
  })

  test.each(['de', 'ar'])('are in the language of the request: %s', async language => {
    const app = create()
    const visit = await signIn(app)
    await addEmail(app, visit)
    const english = app.sent.at(-1)?.subject
    const fields = {
      csrfToken: await visit.getCsrfToken(),
      change: 'make-primary',
      id: await getEmailId(visit, otherEmail),
    }
    await visit.post('/auth/account/emails', fields, {
      headers: { accept: 'application/json', 'accept-language': language },
    })
    const notice = app.sent.filter(({ to }) => to === email).at(-1)
    expect(notice?.subject).not.toBe(english)
    expect(notice?.html).toContain(`lang="${language}"`)
  })

  test('all verified addresses get one, and unverified ones none', async () => {
    const app = create()
    const visit = await signIn(app)
    await addEmail(app, visit)
    await submit(visit, 'emails', { change: 'add', email: 'third@example.com' })
    app.sent.length = 0
    await connectSecond(app, visit)
    expect(app.sent.map(({ to }) => to).sort()).toEqual([email, otherEmail])
  })

  test('a new user gets none for the first account', async () => {
    const app = create()
    await signIn(app)
    expect(app.sent).toEqual([])
  })

  test('a notice that cannot be sent fails no change', async () => {
    const app = createAccountApp({
      revocation: { maxStale: 0 },
      sendEmail: () => {
        throw new Error('The mail server is down.')
      },
    })
    const visit = await signIn(app)
    await connectSecond(app, visit)
    expect((await readAccount(visit)).accounts).toHaveLength(2)
    expect(app.log.errors.map(({ message }) => message).join()).toContain('The mail server is down.')
  })

  test('the link of a notice is valid for one user and purpose', async () => {
    const app = create()
    const visit = await signIn(app)
    await connectSecond(app, visit)
    const token = getToken(app, email)
    for (const path of ['undo-email', 'confirm-email'])
      expect(await submit(visit, path, { token })).toMatchObject({ body: { error: 'expired-link' } })
    expect(await visit.getSession()).not.toBeNull()
  })
})
