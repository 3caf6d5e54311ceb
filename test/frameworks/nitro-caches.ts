import { execFile } from 'node:child_process'
import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installDependencies } from '../../tools/setup.js'
import type { Visitor } from '../support/visitor.js'
import { type ExampleSite, openSite, openVisitor, parsePart } from './example-site.js'
import { allExamples, type Example, examples, getExampleFolder, strategies } from './examples.js'
import { prepareVariant } from './prepare-variant.js'

/** The rules that the builds have for each kind of page and handler. `isr` is for hosts with a cache of their own. */
const sharedRules = ['swr', 'cache', 'isr'] as const
const allRules = [...sharedRules, 'public', 'cookie', 'none'] as const

/** A build of an example with rules of Nitro 3. */
interface CachedApp {
  /** The folder below `variants`. */
  readonly name: string
  /** The example with the same framework. */
  readonly example: string
  /** Whether it has the packages of the example. If not, it has a lockfile of its own. */
  readonly hasSamePackages: boolean
  /** Whether Nitro passes the cookies to the handler if they are part of the key. */
  readonly keepsKeyedCookies: boolean
}

/** Nitro 3.0.260903-beta cuts off the cookies of a cached request, and keeps no private response. */
export const solidStartApp: CachedApp = {
  name: 'solid-start-caches',
  example: 'solid-start-2',
  hasSamePackages: true,
  keepsKeyedCookies: true,
}

/** Nitro 3.0.260610-beta leaves the cookies, and keeps every response. */
export const tanStackStartApp: CachedApp = {
  name: 'tanstack-start-caches',
  example: 'tanstack-start',
  hasSamePackages: false,
  keepsKeyedCookies: false,
}

interface Read {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The orders in which two users and a visitor read a page. */
const orders = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
] as const

/** Registers the tests of the caches of Nitro 3, on a production build. They need the build of the example. */
export function testNitroCaches(app: CachedApp): void {
  const source = allExamples.find(({ name }) => name === app.example)
  if (!source) throw new Error(`There is no example ${JSON.stringify(app.example)}.`)
  if (!examples.includes(source)) return
  const example: Example = { ...source, name: app.name }
  describe(`the caches of Nitro 3 with ${source.framework}`, () => {
    beforeAll(() => buildApp(app, example, source), 600_000)
    describe.each(strategies)('with the %s strategy', strategy => {
      let site: ExampleSite
      let visitors: Visitor[]

      beforeAll(async () => {
        site = await openSite(example, strategy)
        const emails = ['ada@example.com', 'eve@example.com', undefined]
        visitors = await Promise.all(emails.map(email => openVisitor({ example, strategy, site }, email)))
      })
      afterAll(() => site?.dispose())

      /** Reads a path in each order: as Ada, Eve and a visitor. */
      async function readAll(path: string): Promise<Read[][]> {
        const all: Read[][] = []
        for (const order of orders) {
          const reads: Read[] = []
          const url = `${path}?${crypto.randomUUID()}`
          for (const index of order) reads[index] = await read(visitors[index], url)
          all.push(reads)
        }
        return all
      }

      test.each(allRules)('a page that does not use the session has none (%s)', async rule => {
        for (const { status, headers, text } of (await readAll(`/plain/${rule}`)).flat()) {
          expect([status, headers.getSetCookie()]).toEqual([200, []])
          expect(text).toContain('A page without the session')
          expect(text).not.toContain('example.com')
        }
      })

      test.each(sharedRules)(
        'a page and a handler that are kept for all have no session (%s)',
        async rule => {
          for (const path of [`/uses/${rule}`, `/api/uses/${rule}`])
            for (const { status, headers, text } of (await readAll(path)).flat()) {
              expect([status, headers.getSetCookie()]).toEqual([200, []])
              expect(text).toContain('visitor')
              expect(text).not.toContain('example.com')
            }
        },
      )

      test.each(sharedRules)('a guard rejects all if the response is kept for all (%s)', async rule => {
        for (const path of [`/guarded/${rule}`, `/api/guarded/${rule}`])
          for (const { status, headers, text } of (await readAll(path)).flat()) {
            expect(status).toBeGreaterThanOrEqual(300)
            expect(headers.getSetCookie()).toEqual([])
            expect(headers.get('location') ?? '/').toMatch(/^\//)
            expect(text).not.toMatch(/Members only|example\.com/)
          }
      })

      const ownRules = app.keepsKeyedCookies ? ['public', 'cookie', 'none'] : ['public', 'none']

      test.each(ownRules)('what is not kept for all has the session of each (%s)', async rule => {
        for (const path of [`/uses/${rule}`, `/api/uses/${rule}`])
          for (const reads of await readAll(path)) {
            expect(reads.map(findUser)).toEqual(['ada@example.com', 'eve@example.com', 'visitor'])
            for (const { headers } of reads.slice(0, 2)) expectPrivate(headers)
          }
      })

      test.each(ownRules)('a guard rejects visitors if the response is not kept for all (%s)', async rule => {
        for (const path of [`/guarded/${rule}`, `/api/guarded/${rule}`])
          for (const [own, other, visitors] of await readAll(path)) {
            expect([own, other].map(findUser)).toEqual(['ada@example.com', 'eve@example.com'])
            for (const one of [own, other]) expectPrivate(one?.headers ?? new Headers())
            expect(visitors?.status).toBeGreaterThanOrEqual(300)
            expect(visitors?.text).not.toMatch(/Members only|example\.com/)
          }
      })

      test('requests that wait for the same render see a visitor too', async () => {
        const url = `/uses/swr?${crypto.randomUUID()}`
        const reads = await Promise.all([...visitors, ...visitors].map(visitor => read(visitor, url)))
        for (const { text } of reads) expect(text).not.toContain('example.com')
      })
    })
  })
}

function expectPrivate(headers: Headers): void {
  expect(headers.get('cache-control')).toMatch(/^private/)
  expect(headers.get('cache-control')).not.toMatch(/public|s-maxage/)
}

function findUser(one: Read | undefined): unknown {
  const { headers, text = '' } = one ?? {}
  return headers?.get('content-type')?.includes('json') ? JSON.parse(text).user : parsePart(text, 'user')
}

async function read(visitor: Visitor | undefined, path: string): Promise<Read> {
  if (!visitor) throw new Error('The site is not open yet.')
  const response = await visitor.get(path, { headers: { accept: 'text/html' } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Builds the app. Its package is that of the example, which is the current one. */
async function buildApp({ hasSamePackages }: CachedApp, example: Example, source: Example): Promise<void> {
  prepareVariant(example)
  const folder = getExampleFolder(example)
  const packages = join(folder, 'node_modules')
  const installed = join(getExampleFolder(source), 'node_modules')
  if (hasSamePackages) {
    rmSync(packages, { recursive: true, force: true })
    symlinkSync(installed, packages)
  } else {
    await installDependencies(folder)
    rmSync(join(packages, 'latchkey'), { recursive: true, force: true })
    cpSync(join(installed, 'latchkey'), join(packages, 'latchkey'), { recursive: true, dereference: true })
  }
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)('npm', ['run', 'build'], { cwd: folder, env, maxBuffer: 2 ** 26 })
}
