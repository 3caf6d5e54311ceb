import { build } from 'esbuild'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { NodeAuth } from 'latchkey/node'
import Passkey from 'latchkey/providers/passkey'
import { createAuth } from 'latchkey/server'
import { createInMemoryProvider } from 'latchkey/testing'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { computeCode, importedSecret, serverHead } from '../plugins/two-factor/two-factor-app.js'
import { ada, credentials, secret } from '../support/app.js'
import { startChromium } from '../support/chromium.js'
import { selectStrategies } from '../support/fire.js'
import { type ServedApp, serve } from '../support/serve.js'
import { submitIdentifier } from '../support/sign-in-form.js'
import { addVirtualAuthenticator } from '../support/virtual-authenticator.js'

const plugin = twoFactor({ issuer: 'Acme', notify: skipNotifications })

/** The script of the page of the app. */
async function buildClientScript(): Promise<string> {
  const contents = `import { createClient } from 'latchkey/client'; window.client = createClient()`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    write: false,
    format: 'iife',
    conditions: ['latchkey-source'],
  })
  return outputFiles.map(({ text }) => text).join('')
}

describe.each(selectStrategies('jwt'))(
  'a user with a second factor in Chromium with the %s strategy',
  strategy => {
    let browser: Browser
    let site: ServedApp
    let provider: ServedApp
    let op: ReturnType<typeof createInMemoryProvider>
    let script: string
    let store: ReturnType<typeof MemoryAdapter>

    const createConfig = () => ({
      secret,
      trustHost: true,
      adapter: store,
      session: { strategy },
      providers: [
        { ...credentials, amr: ['pwd'], authorize: async () => store.getUserByEmail(ada.email) },
        Passkey(),
        {
          id: 'harbor',
          name: 'Harbor',
          type: 'oidc' as const,
          issuer: op.issuer,
          clientId: op.clientId,
          clientSecret: op.clientSecret,
        },
      ],
      plugins: [plugin] as const,
      logger: { error() {}, warn() {}, debug() {} },
    })

    beforeAll(async () => {
      script = await buildClientScript()
      browser = await startChromium()
      provider = await serve((req, res) => void op.listener(req, res))
      op = createInMemoryProvider({ issuer: provider.origin })
      site = await serve((req, res) =>
        req.url?.startsWith('/auth/')
          ? void NodeAuth(createConfig())(req, res)
          : void res.setHeader('content-type', 'text/html').end(`<script>${script}</script>`),
      )
    })

    beforeEach(async () => {
      store = MemoryAdapter()
      await store.createUser({ id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null })
    })

    afterAll(async () => {
      await browser?.close()
      await site?.close()
      await provider?.close()
    })

    const waitForPath = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname === path)
    const countPasskeys = async () => (await store.listAuthenticatorsByUserId('ada-1')).length
    const listProviders = async () =>
      (await store.listAccountsByUserId('ada-1')).map(account => account.provider)

    /** Signs Ada in with her password. Then, in another browser, she sets up an app. */
    async function openSignedIn(options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
      const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce', ...options })
      const page = await context.newPage()
      await page.goto('/auth/signin?callbackUrl=/settings')
      await submitIdentifier(page, ada.email)
      await page.fill('#input-password-for-credentials-provider', ada.password)
      await page.click('form[action$="/callback/credentials"] button')
      await waitForPath(page, '/settings')
      await createAuth(createConfig()).api.twoFactor.importSecret(serverHead, 'ada-1', {
        secret: importedSecret,
      })
      return page
    }

    /** Enters the code that the step-up page asks for. */
    async function confirm(page: Page): Promise<void> {
      await waitForPath(page, '/auth/step-up')
      await page.click('text=Use your authenticator app')
      await page.fill('#code', computeCode(importedSecret))
      await page.click('button[type=submit]')
      await waitForPath(page, '/settings')
    }

    test.each([true, false])(
      'links a provider after the code that the step-up page asks for (JavaScript: %s)',
      async javaScriptEnabled => {
        const page = await openSignedIn({ javaScriptEnabled })
        const link = async () => {
          await page.goto('/auth/signin?callbackUrl=/settings')
          await page.click('form[action$="/signin/harbor"] button')
        }
        await link()
        await confirm(page)
        expect(await listProviders()).toEqual([])
        await link()
        await page.getByRole('button', { name: 'Grace Hopper' }).click()
        await waitForPath(page, '/settings')
        expect(await listProviders()).toEqual(['harbor'])
      },
    )

    test('adds a passkey on the page of Latchkey after the code', async () => {
      const page = await openSignedIn()
      await addVirtualAuthenticator(page)
      const add = async () => {
        await page.goto('/auth/signin?callbackUrl=/settings')
        await page.click('[data-register]')
      }
      await add()
      await confirm(page)
      expect(await countPasskeys()).toBe(0)
      await add()
      await waitForPath(page, '/settings')
      expect(await countPasskeys()).toBe(1)
    })

    test.each([
      ['a passkey', 'passkey', { action: 'register' }],
      ['a provider', 'harbor', {}],
    ])('adds %s on a page of the app after the code', async (_, id, fields) => {
      const page = await openSignedIn()
      await addVirtualAuthenticator(page)
      const add = () =>
        page.evaluate(
          ([id, fields]) => {
            const { client } = window as unknown as {
              client: { signIn(id: string, fields: object): unknown }
            }
            void client.signIn(id, { ...fields, redirectTo: '/settings?added' })
          },
          [id, fields] as const,
        )
      await add()
      await confirm(page)
      expect(new URL(page.url()).search).toBe('?added')
      expect([await countPasskeys(), await listProviders()]).toEqual([0, []])
      await page.goto('/settings')
      await add()
      if (id === 'harbor') await page.getByRole('button', { name: 'Grace Hopper' }).click()
      await page.waitForURL('**/settings?added')
      expect([await countPasskeys(), await listProviders()]).toEqual(
        id === 'harbor' ? [0, ['harbor']] : [1, ['passkey']],
      )
    })
  },
)
