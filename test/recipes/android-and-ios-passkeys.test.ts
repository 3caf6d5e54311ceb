import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { CookieJar } from '../support/cookie-jar.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'

const host = 'app.example'
const site = `https://${host}`
const certificates = { debug: randomBytes(600), release: randomBytes(600) }
const fingerprints = Object.values(certificates).map(toFingerprint)

vi.stubEnv('AUTH_SECRET', 'a secret of more than 32 characters!')
vi.stubEnv('AUTH_TRUST_HOST', 'true')
vi.stubEnv('DATABASE_URL', 'file::memory:')
vi.stubEnv('PASSKEY_HOST', host)
vi.stubEnv('ANDROID_FINGERPRINTS', fingerprints.join(','))
const { adapter, handleRequest } = await import('./android-and-ios-passkeys.js')

beforeAll(async () => {
  await adapter.migrate()
  return () => vi.unstubAllEnvs()
})

/** The form in which `keytool` and the Play Console show a certificate. */
function toFingerprint(certificate: Buffer): string {
  const hex = createHash('sha256').update(certificate).digest('hex').toUpperCase()
  return hex.match(/../g)?.join(':') ?? ''
}

/** The origin in the client data of Credential Manager. */
function toAndroidOrigin(certificate: Buffer): string {
  return `android:apk-key-hash:${createHash('sha256').update(certificate).digest('base64url')}`
}

/** An app on a phone: it sends cookies, and none of the headers by which a browser names its page. */
class NativeApp {
  readonly #jar = new CookieJar()
  readonly #type: string

  constructor(type = 'application/x-www-form-urlencoded') {
    this.#type = type
  }

  async get(path: string) {
    return this.#send(path, {})
  }

  async post(path: string, fields: Record<string, string>) {
    const headers = { 'content-type': this.#type, 'x-auth-return-redirect': '1' }
    const isJson = this.#type === 'application/json'
    const body = isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString()
    return this.#send(path, { method: 'POST', headers, body })
  }

  async register(device: SoftAuthenticator, email: string | null, origin: string) {
    const query = email === null ? '' : `&email=${email}`
    const { action, options } = await this.get(`/auth/webauthn-options/passkey?action=register${query}`)
    const data = device.register(options, { origin, rpId: host })
    return this.post('/auth/callback/passkey', { action, data })
  }

  async signIn(device: SoftAuthenticator, origin: string) {
    const { action, options } = await this.get('/auth/webauthn-options/passkey?action=authenticate')
    const data = device.authenticate(options, { origin, rpId: host })
    return this.post('/auth/callback/passkey', { action, data })
  }

  async signOut() {
    const { csrfToken } = await this.get('/auth/csrf')
    return this.post('/auth/signout', { csrfToken })
  }

  async #send(path: string, init: { method?: string; headers?: Record<string, string>; body?: string }) {
    const url = new URL(path, site)
    const headers = { ...init.headers, cookie: this.#jar.header(url) }
    const response = await handleRequest(new Request(url, { ...init, headers }))
    this.#jar.storeCookies(url, response)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
    return await response.json()
  }
}

describe('passkeys of native apps', () => {
  test('publish the association with the Android and the iOS app as JSON', async () => {
    const phone = new NativeApp()
    expect(await phone.get('/.well-known/assetlinks.json')).toEqual([
      {
        relation: ['delegate_permission/common.get_login_creds'],
        target: {
          namespace: 'android_app',
          package_name: 'com.example.app',
          sha256_cert_fingerprints: fingerprints,
        },
      },
    ])
    expect(await phone.get('/.well-known/apple-app-site-association')).toEqual({
      webcredentials: { apps: ['TEAMID1234.com.example.app'] },
    })
  })

  const clients = [
    ['an Android app', toAndroidOrigin(certificates.release)],
    ['an Android app with the debug certificate', toAndroidOrigin(certificates.debug)],
    ['an iOS app', site],
  ] as const

  test.each(clients)('register, sign out and sign in from %s', async (_, origin) => {
    const phone = new NativeApp()
    const device = new SoftAuthenticator(site)
    const email = `${randomBytes(8).toString('hex')}@example.com`
    expect(await phone.register(device, email, origin)).toEqual({ url: site })
    expect(await phone.get('/auth/session')).toMatchObject({ user: { email } })
    await phone.signOut()
    expect(await phone.get('/auth/session')).toBeNull()
    expect(await phone.signIn(device, origin)).toEqual({ url: site })
    expect(await phone.get('/auth/session')).toMatchObject({ user: { email } })
  })

  test('are added to the signed-in user, also with responses as JSON', async () => {
    const phone = new NativeApp('application/json')
    const [device, securityKey] = [new SoftAuthenticator(site), new SoftAuthenticator(site)]
    const origin = toAndroidOrigin(certificates.release)
    const email = `${randomBytes(8).toString('hex')}@example.com`
    await phone.register(device, email, origin)
    expect(await phone.register(securityKey, null, origin)).toEqual({ url: site })
    await phone.signOut()
    await phone.signIn(securityKey, origin)
    expect(await phone.get('/auth/session')).toMatchObject({ user: { email } })
  })

  test('reject another Android app, with `error` in the returned URL', async () => {
    const phone = new NativeApp()
    const origin = toAndroidOrigin(randomBytes(600))
    const email = `${randomBytes(8).toString('hex')}@example.com`
    const { url } = await phone.register(new SoftAuthenticator(site), email, origin)
    expect(new URL(url).searchParams.get('error')).toBe('WebAuthnVerificationError')
    expect(await phone.get('/auth/session')).toBeNull()
  })

  test('work in each app and on the site', async () => {
    const device = new SoftAuthenticator(site)
    const email = `${randomBytes(8).toString('hex')}@example.com`
    await new NativeApp().register(device, email, toAndroidOrigin(certificates.release))
    const tablet = new NativeApp()
    await tablet.signIn(device, site)
    expect(await tablet.get('/auth/session')).toMatchObject({ user: { email } })
  })
})
