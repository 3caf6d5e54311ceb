import { execFile } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../support/visitor.js'
import { openContext, openTab } from './browser-contexts.js'
import { BrowserTab } from './browser-tab.js'
import { type ExampleSite, openSite, openVisitor, parsePart } from './example-site.js'
import { allExamples, type Example, getExampleFolder, resolvePath, strategies } from './examples.js'
import { prepareVariant } from './prepare-variant.js'

/** The caches that the build has for each kind of page and handler. `isr` is for hosts with a cache of their own. */
const sharedCaches = ['swr', 'cache', 'isr'] as const
const allCaches = [...sharedCaches, 'public', 'cookie'] as const

interface Read {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Registers the tests of the caches of Nitro, on a production build. */
export function testNuxtCaches(): void {
  const nuxt = allExamples.find(({ name }) => name === 'nuxt')
  if (!nuxt) throw new Error('There is no example for Nuxt.')
  const example: Example = { ...nuxt, name: 'nuxt-caches' }
  describe('the caches of Nitro', () => {
    beforeAll(() => buildApp(example), 300_000)
    describe.each(strategies)('with the %s strategy', strategy => {
      let site: ExampleSite
      let ada: Visitor
      let eve: Visitor
      let visitor: Visitor

      beforeAll(async () => {
        site = await openSite(example, strategy)
        const open = (email?: string) => openVisitor({ example, strategy, site }, email)
        ada = await open('ada@example.com')
        eve = await open('eve@example.com')
        visitor = await open()
      })
      afterAll(() => site?.dispose())

      /** Reads a path as the user who fills the cache, then as the others. */
      async function readAll(path: string): Promise<{ ada: Read; eve: Read; visitor: Read }> {
        const url = `${path}?${crypto.randomUUID()}`
        return { ada: await read(ada, url), eve: await read(eve, url), visitor: await read(visitor, url) }
      }

      test.each(allCaches)('a page that does not use the session has none (%s)', async cache => {
        const reads = await readAll(`/plain/${cache}`)
        for (const { status, headers, text } of Object.values(reads)) {
          expect(status).toBe(200)
          expect(text).toContain('A page without the session')
          expect(text).not.toMatch(/example\.com|latchkey:session/)
          expect(headers.getSetCookie()).toEqual([])
        }
      })

      test('a page that does not use the session stays public if its headers say so', async () => {
        const { ada: own } = await readAll('/plain/public')
        expect(own.headers.get('cache-control')).toBe('public, s-maxage=60')
      })

      test.each([...sharedCaches, 'public'])(
        'a page that is kept for all shows no session (%s)',
        async cache => {
          for (const { status, headers, text } of Object.values(await readAll(`/uses/${cache}`))) {
            expect([status, parsePart(text, 'status'), parsePart(text, 'user')]).toEqual([
              200,
              'loading',
              'Not signed in',
            ])
            expect(text).not.toContain('example.com')
            expect(headers.getSetCookie()).toEqual([])
          }
        },
      )

      test('a page that is kept by its cookies, or not at all, shows the session of each', async () => {
        for (const cache of ['cookie', 'none']) {
          const reads = await readAll(`/uses/${cache}`)
          const shown = Object.values(reads).map(({ text }) => [
            parsePart(text, 'user'),
            parsePart(text, 'first'),
          ])
          expect(shown).toEqual([
            ['ada@example.com', 'authenticated'],
            ['eve@example.com', 'authenticated'],
            ['Not signed in', 'unauthenticated'],
          ])
          expect(reads.ada.headers.get('cache-control')).toContain('private')
          expect(reads.ada.headers.getSetCookie().join()).toContain('session-token=')
        }
      })

      test.each(sharedCaches)('a guarded page that is kept for all redirects all (%s)', async cache => {
        for (const { status, headers, text } of Object.values(await readAll(`/guarded/${cache}`))) {
          expect([status, headers.get('location')]).toEqual([
            302,
            expect.stringMatching(/^\/api\/auth\/signin\?/),
          ])
          expect(text).not.toContain('Members only')
          expect(headers.get('cache-control') ?? '').not.toMatch(/public|s-maxage/)
          expect(headers.getSetCookie()).toEqual([])
        }
      })

      test.each(['public', 'cookie', 'none'])(
        'a guarded page shows its content to users only (%s)',
        async cache => {
          const reads = await readAll(`/guarded/${cache}`)
          expect([reads.ada, reads.eve, reads.visitor].map(({ status }) => status)).toEqual([200, 200, 302])
          expect([reads.ada, reads.eve].map(({ text }) => parsePart(text, 'user'))).toEqual([
            'ada@example.com',
            'eve@example.com',
          ])
          expect(reads.visitor.text).not.toContain('Members only')
          expect(reads.ada.headers.get('cache-control')).toMatch(/^private/)
        },
      )

      test.each(['/api/rule/swr', '/api/rule/cache', '/api/rule/isr', '/api/cached/session'])(
        'a handler that is kept for all sees a visitor (%s)',
        async path => {
          for (const { headers, text } of Object.values(await readAll(path))) {
            expect(JSON.parse(text)).toEqual({ user: 'visitor' })
            expect(headers.getSetCookie()).toEqual([])
          }
        },
      )

      test.each(['/api/rule/cookie', '/api/cached/by-cookie', '/api/rule/public', '/api/rule/none'])(
        'a handler that is not kept for all sees each user (%s)',
        async path => {
          const reads = await readAll(path)
          expect(Object.values(reads).map(({ text }) => JSON.parse(text).user)).toEqual([
            'ada@example.com',
            'eve@example.com',
            'visitor',
          ])
        },
      )

      test('a cached handler that requires a session rejects all', async () => {
        for (const { status, text } of Object.values(await readAll('/api/cached/required'))) {
          expect(status).not.toBe(200)
          expect(text).not.toMatch(/members only|example\.com/)
        }
      })

      test('requests that wait for the same render see a visitor too', async () => {
        const url = `/uses/swr?${crypto.randomUUID()}`
        const reads = await Promise.all([ada, eve, visitor, ada].map(one => read(one, url)))
        for (const { text } of reads) expect(text).not.toContain('example.com')
      })

      test('a cached function has the user in its key', async () => {
        const texts = await Promise.all(
          [ada, eve].map(async one => (await read(one, '/api/cached/by-user')).text),
        )
        expect(texts.map(text => JSON.parse(text).greeting)).toEqual([
          'Hello ada@example.com',
          'Hello eve@example.com',
        ])
      })

      test('a middleware for guests knows the session on the server', async () => {
        expect((await ada.get('/welcome')).headers.get('location')).toBe('/')
        expect((await visitor.get('/welcome')).status).toBe(200)
      })

      test('the browser reads the session of a page that is kept for all', async () => {
        const tab = await openSignedIn(site)
        expect(await (await tab.context.request.get('/uses/swr')).text()).not.toContain('grace@')
        await tab.page.goto('/uses/swr')
        await tab.page.getByText('grace@example.com').waitFor()
        expect([tab.sessionRequests(), tab.errors]).toEqual([1, []])
      })

      test('the browser shows the session that the server has read, without a request', async () => {
        const tab = await openSignedIn(site)
        await tab.page.goto('/uses/none', { waitUntil: 'networkidle' })
        expect(await tab.page.getByTestId('user').textContent()).toBe('grace@example.com')
        await tab.page.goto('/plain/none', { waitUntil: 'networkidle' })
        expect([tab.sessionRequests(), tab.errors]).toEqual([0, []])
      })

      test('the browser reads the session when it opens a page that uses it', async () => {
        const tab = await openSignedIn(site)
        await tab.page.goto('/')
        await tab.page.getByTestId('to-uses').click()
        await tab.page.getByText('grace@example.com').waitFor()
        expect([tab.sessionRequests(), tab.errors]).toEqual([1, []])
      })

      test('a WebSocket is for users only', async () => {
        const tab = await openSignedIn(site)
        await tab.page.goto('/')
        const listen = () =>
          new Promise<string>(resolve => {
            const socket = new WebSocket(`ws://${location.host}/live`)
            socket.onmessage = ({ data }) => resolve(String(data))
            socket.onerror = () => resolve('rejected')
          })
        expect(await tab.page.evaluate(listen)).toBe('Hello grace@example.com')
        await tab.context.clearCookies()
        expect(await tab.page.evaluate(listen)).toBe('rejected')
      })
    })
  })
}

/** Opens a tab of a signed-in user, and records its session requests and errors. A difference when the page is hydrated is an error. */
async function openSignedIn({ origin }: ExampleSite) {
  const context = await openContext(origin)
  const { page } = await openTab(context)
  await page.goto('/api/auth/signin?callbackUrl=/plain/none')
  await new BrowserTab(page).signInWithPassword('grace@example.com')
  await page.waitForURL('**/plain/none')
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', request => void requests.push(new URL(request.url()).pathname))
  page.on('pageerror', error => void errors.push(String(error)))
  page.on('console', message => void (message.type() === 'error' && errors.push(message.text())))
  const sessionRequests = () => requests.filter(path => path === '/api/auth/session').length
  return { context, page, errors, sessionRequests }
}

async function read(visitor: Visitor, path: string): Promise<Read> {
  const response = await visitor.get(path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Builds the example with other pages. Its packages are those of the example. */
async function buildApp(example: Example): Promise<void> {
  prepareVariant(example)
  const folder = getExampleFolder(example)
  const packages = join(folder, 'node_modules')
  rmSync(packages, { recursive: true, force: true })
  symlinkSync(resolvePath('../../examples/nuxt/node_modules'), packages)
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)('npm', ['run', 'build'], { cwd: folder, env, maxBuffer: 2 ** 26 })
}
