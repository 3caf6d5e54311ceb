import { readdirSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { AuthConfig } from 'latchkey'
import { passwords } from 'latchkey/passwords'
import type { Provider } from 'latchkey/providers'
import Passkey from 'latchkey/providers/passkey'
import { afterAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../tools/shared/gate.js'
import { createPasswordsApp, getLink, signUp, submit } from '../plugins/passwords/passwords-app.js'
import {
  createAda,
  createTwoFactorApp,
  enroll,
  signIn,
  startSignIn,
} from '../plugins/two-factor/two-factor-app.js'
import { requireAuth } from '../step-up/step-up-app.js'
import { ada, credentials, origin } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import type { Visitor } from '../support/visitor.js'

/** The limit of a built-in page in kB: its HTML with styles, scripts and icons, compressed with gzip. */
const limit = 20

const languages = ['ar', 'de', 'en', 'es', 'fr', 'ja', 'pt', 'zh']

/** The largest page of each state, in kB. */
const sizes = new Map<string, number>()

afterAll(() => {
  for (const [name, size] of sizes) process.stdout.write(`${size.toFixed(1).padStart(5)} kB  ${name}\n`)
})

/** Measures a page in its largest language, in kB. */
async function measurePage(visit: Visitor, path: string, change = (body: string) => body): Promise<number> {
  const pages: number[] = []
  for (const language of languages) {
    const headers = { accept: 'text/html', 'accept-language': language }
    const response = await visit.get(path, { headers })
    const body = await response.text()
    expect([response.status, /<html lang="(..)/.exec(body)?.[1]]).toEqual([200, language])
    pages.push(gzipSync(change(body)).length / 1000)
  }
  return Math.max(...pages)
}

/** Measures a page, keeps the size and verifies it. */
async function verifySize(name: string, visit: Visitor, path: string): Promise<void> {
  const size = await measurePage(visit, path)
  sizes.set(name, size)
  expect(size, name).toBeLessThan(limit)
}

/** The providers that most apps have. */
const common =
  'amazon apple auth0 discord dropbox facebook github gitlab google keycloak linkedin microsoft-entra-id notion okta reddit slack spotify twitch twitter zoom'

/** Lists the providers with an icon, largest icon first. */
function listBySize(): string[] {
  const folder = `${projectRoot}/src/providers/icons`
  const icons = readdirSync(folder).map(file => ({ file, size: statSync(`${folder}/${file}`).size }))
  return icons.sort((a, b) => b.size - a.size).map(({ file }) => file.replace('.ts', ''))
}

function createProviders(names: readonly string[]): Promise<Provider[]> {
  return Promise.all(
    names.map(async name => {
      const { default: create } = await import(`${projectRoot}/src/providers/${name}.ts`)
      return {
        ...create({ clientId: 'app', clientSecret: 'secret', issuer: 'https://login.example' }),
        id: name,
      }
    }),
  )
}

const theme: AuthConfig['theme'] = {
  name: 'Northwind Traders',
  logo: '/logo.svg',
  brandColor: '#0a6',
  buttonText: '#fff',
}

/** Creates an app with every method and both plugins. */
async function createFullApp({ names = common.split(' '), ...more }: FullAppSetup = {}) {
  const code = captureEmails({ id: 'code', name: 'Code', oneTimeCode: true })
  const link = captureEmails()
  const app = createTwoFactorApp({
    theme,
    providers: [...(await createProviders(names)), link.provider, code.provider, credentials, Passkey()],
    plugins: [passwords({ username: true })],
    sendEmail: () => {},
    ...more,
  })
  return { ...app, code }
}

type FullAppSetup = Pick<AuthConfig, 'pages'> & { readonly names?: readonly string[] }

const callbackUrl = `${origin}/${'a'.repeat(100)}`

describe('a built-in page is smaller than 20 kB', () => {
  test.each(['identifier-first', 'stacked'] as const)('sign-in, %s', async layout => {
    const { open } = await createFullApp({ pages: { layout } })
    const query = new URLSearchParams({ callbackUrl, error: 'OAuthAccountNotLinked' })
    await verifySize(`sign-in with 20 providers, ${layout}`, open(), `/auth/signin?${query}`)
  })

  test('sign-in with the largest icons, which count as images', async () => {
    const { open } = await createFullApp({ names: listBySize().slice(0, 20), pages: { layout: 'stacked' } })
    const visit = open()
    sizes.set('sign-in with the 20 largest icons, stacked', await measurePage(visit, '/auth/signin'))
    const size = await measurePage(visit, '/auth/signin', body =>
      body.replace(/<svg class="icon".*?<\/svg>\s*<span/gs, '<span'),
    )
    sizes.set('the same without icons', size)
    expect(size).toBeLessThan(limit)
  })

  test('sign-in, the second page', async () => {
    const visit = (await createFullApp()).open()
    const csrfToken = await visit.getCsrfToken()
    const answer = await visit.post('/auth/signin', { csrfToken, identifier: ada.email, callbackUrl })
    await verifySize('sign-in, the second page', visit, visit.getLocation(answer).href)
  })

  test('sign-in of a signed-in user', async () => {
    const app = await createFullApp()
    await createAda(app)
    const visit = app.open()
    await signIn(visit)
    await verifySize('sign-in with 20 providers, while signed in', visit, '/auth/signin')
  })

  test('verify-request with a code', async () => {
    const visit = (await createFullApp()).open()
    const answer = await visit.signIn('code', { email: ada.email, callbackUrl })
    await verifySize('verify-request', visit, `${visit.getLocation(answer).href}&error=Verification`)
  })

  test('step-up with all methods', async () => {
    const app = await createFullApp()
    await createAda(app)
    const visit = app.open()
    await signIn(visit)
    const { redirect } = await requireAuth(app.config, visit, { maxAge: 0 })
    await verifySize('step-up', visit, redirect ?? '')
  })

  test('passwords', async () => {
    const app = createPasswordsApp({ theme, options: { username: true } })
    const visit = await signUp(app, { username: 'ada' })
    await verifySize('passwords/change', visit, '/auth/passwords/change')
    const other = app.open()
    for (const path of ['sign-in', 'sign-up', 'forgot', 'sent'])
      await verifySize(`passwords/${path}`, other, `/auth/passwords/${path}`)
    await submit(other, 'forgot', { email: ada.email })
    const answer = await other.get(getLink(app).href)
    await verifySize('passwords/reset', other, other.getLocation(answer).href)
  })

  test('two-factor authentication', async () => {
    const app = await createFullApp()
    const { visit } = await enroll(app)
    await verifySize('two-factor/enroll', visit, '/auth/two-factor/enroll')
    await verifySize('two-factor/manage', visit, '/auth/two-factor/manage')
    await verifySize('two-factor/remove', visit, '/auth/two-factor/remove')
    const { visit: other, pending } = await startSignIn(app)
    await verifySize('two-factor/verify', other, `/auth/two-factor/verify?pending=${pending}`)
  })

  test('sign-out and errors', async () => {
    const visit = (await createFullApp()).open()
    await verifySize('sign-out', visit, '/auth/signout')
    await verifySize('error', visit, '/auth/error?error=WebAuthnVerificationError&code=unknown_credential')
  })
})

test('a page that is larger fails', async () => {
  const { open } = await createFullApp({
    names: [...new Set([...listBySize().slice(0, 20), ...common.split(' ')])],
    pages: { layout: 'stacked' },
  })
  const name = 'sign-in with these and the 20 common providers, stacked'
  await expect(verifySize(name, open(), '/auth/signin')).rejects.toThrow(/to be less than 20/)
  sizes.delete(name)
})
