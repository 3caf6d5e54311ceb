import { describe, expect, test } from 'vitest'
import { origin } from '../../support/app.js'
import { CookieJar } from '../../support/cookie-jar.js'
import type { Visitor } from '../../support/visitor.js'
import {
  computeCode,
  createTwoFactorApp,
  enroll,
  serverHead,
  startSignIn,
  submit,
  type TwoFactorApp,
} from './two-factor-app.js'

/** Opens a browser with the same cookies. */
function copyBrowser(app: TwoFactorApp, visit: Visitor): Visitor {
  const jar = new CookieJar()
  for (const { name, value } of visit.jar.cookies())
    jar.set(origin, `${name}=${value}; Secure; HttpOnly; Path=/`)
  return app.open({ jar })
}

/** Another person who knows the password enters wrong codes, in a new browser for each sign-in. */
async function enterWrongCodes(app: TwoFactorApp, method: 'totp' | 'recovery-code', count: number) {
  for (let sent = 0; sent < count; sent += 5) {
    const { visit, pending } = await startSignIn(app)
    for (let attempt = 0; attempt < 5; attempt++) {
      const code = method === 'totp' ? 'abcdef' : 'AAAA-AAAAA-AAAA'
      await submit(visit, 'verify', { pending, method, code })
    }
  }
}

describe('failures', () => {
  test('a password and wrong codes do not turn the app off in a known browser', async () => {
    const app = createTwoFactorApp()
    const { visit: owner, secret } = await enroll(app)
    await owner.signOut()
    await enterWrongCodes(app, 'totp', 100)
    const other = await startSignIn(app)
    const code = () => computeCode(secret)
    expect((await submit(other.visit, 'verify', { pending: other.pending, code: code() })).body).toEqual({
      error: 'method-disabled',
    })
    const { pending } = await startSignIn(app, owner)
    expect((await submit(owner, 'verify', { pending, code: code() })).body).toHaveProperty('url')
    expect((await app.api.getStatus(serverHead, 'ada-1')).data).toMatchObject({ isDisabled: false })
  })

  test('a copy of the cookie of another user does not make a browser known', async () => {
    const app = createTwoFactorApp()
    const { visit: owner, secret } = await enroll(app)
    await enterWrongCodes(app, 'totp', 100)
    const known = owner.jar.cookies().find(({ name }) => name.includes('.known-'))
    const { visit, pending } = await startSignIn(app)
    const changed = `${known?.value.slice(0, -4)}AAAA`
    visit.jar.set(origin, `${known?.name}=${changed}; Secure; HttpOnly; Path=/`)
    expect((await submit(visit, 'verify', { pending, code: computeCode(secret) })).body).toEqual({
      error: 'method-disabled',
    })
  })

  test('any number of wrong recovery codes leaves the right ones valid', async () => {
    const app = createTwoFactorApp()
    const { recoveryCodes } = await enroll(app)
    await enterWrongCodes(app, 'recovery-code', 105)
    const { visit, pending } = await startSignIn(app)
    const proof = { pending, method: 'recovery-code', code: recoveryCodes[0] ?? '' }
    expect((await submit(visit, 'verify', proof)).body).toHaveProperty('url')
  })

  test('ten wrong codes in a row notify the user once', async () => {
    const app = createTwoFactorApp()
    await enroll(app)
    const listTypes = () => app.notices.map(({ type }) => type)
    await enterWrongCodes(app, 'totp', 5)
    expect(listTypes()).toEqual(['enabled'])
    await enterWrongCodes(app, 'totp', 15)
    expect(listTypes()).toEqual(['enabled', 'wrong-codes'])
    await enterWrongCodes(app, 'recovery-code', 10)
    expect(listTypes()).toEqual(['enabled', 'wrong-codes', 'wrong-codes'])
    expect(app.notices.at(-1)?.text).toContain('Ten wrong codes in a row')
  })

  test('wrong codes with a copy of the session cookie leave the attempts of the owner', async () => {
    const app = createTwoFactorApp()
    const { visit: owner, secret } = await enroll(app)
    const attacker = copyBrowser(app, owner)
    for (let count = 0; count < 5; count++) await submit(attacker, 'verify', { code: 'abcdef' })
    expect((await submit(attacker, 'verify', { code: 'abcdef' })).body).toMatchObject({
      error: 'too-many-attempts',
    })
    expect((await submit(owner, 'verify', { code: computeCode(secret) })).body).toHaveProperty('url')
  })
})
