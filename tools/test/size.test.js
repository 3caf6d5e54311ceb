import { describe, expect, test } from 'vitest'
import { checkSize } from '../check-size.js'
import { createFixture, createManifestWith, getTargets } from './fixture.js'

const largeLimit = { kB: 10 }
const table = {
  '.': largeLimit,
  './adapters': largeLimit,
  './errors': largeLimit,
  './jwt': largeLimit,
  './providers': largeLimit,
  './providers/*': { ...largeLimit, hosts: true },
  './types': largeLimit,
}

const built = {
  'dist/index.js': "export const Auth = () => 'http://localhost'\n",
  'dist/adapters.js': 'export {}\n',
  'dist/errors.js': 'export class AuthError extends Error {}\n',
  'dist/jwt.js': 'export {}\n',
  'dist/providers.js': 'export {}\n',
  'dist/providers/harbor.js': "export default { id: 'harbor' }\n",
  'dist/types.js': 'export {}\n',
}

const findFaults = (files, limits = table) => checkSize(createFixture({ ...built, ...files }), limits)

describe('the size', () => {
  test('a valid build has no fault', async () => {
    expect(await findFaults()).toEqual([])
  })

  test('a subpath above its limit is a fault, including its imports', async () => {
    const text = Array.from({ length: 4000 }, (_, index) => (index * 7919).toString(36)).join(' ')
    const files = {
      'dist/big.js': `export const big = '${text}'\n`,
      'dist/jwt.js': "export * from './big.js'\n",
    }
    expect(await findFaults(files)).toEqual([
      expect.stringMatching(/^\.\/jwt is \d+\.\d+ kB, its limit is 10 kB\.$/),
    ])
  })

  test('a part of a subpath has a limit of its own', async () => {
    const text = Array.from({ length: 400 }, (_, index) => (index * 7919).toString(36)).join(' ')
    const files = { 'dist/jwt.js': `export const small = 1\nexport const big = '${text}'\n` }
    const parts = { small: 0.2, big: 0.2 }
    expect(await findFaults(files, { ...table, './jwt': { kB: 10, parts } })).toEqual([
      expect.stringMatching(/^\.\/jwt with only big is \d+\.\d+ kB, its limit is 0\.2 kB\.$/),
    ])
  })

  test('code loaded on demand has a limit of its own', async () => {
    const text = Array.from({ length: 4000 }, (_, index) => (index * 7919).toString(36)).join(' ')
    const files = {
      'dist/big.js': `export const big = '${text}'\n`,
      'dist/jwt.js': "export const big = () => import('./big.js')\n",
    }
    const lazy = { ...table, './jwt': { kB: 0.3, lazy: 30 } }
    expect(await findFaults(files, lazy)).toEqual([])
    expect(await findFaults(files)).toEqual([
      expect.stringMatching(/^\.\/jwt loads \d+\.\d+ kB on demand, its limit is 0 kB\.$/),
    ])
  })

  test('beside another subpath, only what is added counts, at the start and on demand', async () => {
    const createText = factor =>
      Array.from({ length: 4000 }, (_, index) => (index * factor).toString(36)).join(' ')
    const files = {
      'dist/big.js': `export const big = '${createText(7919)}'\n`,
      'dist/own.js': `export const own = '${createText(7907)}'\n`,
      'dist/index.js': "export const loadBig = () => import('./big.js')\n",
      'dist/jwt.js': "export const load = () => import('./big.js')\n",
    }
    const limits = { ...table, '.': { kB: 10, lazy: 50 }, './jwt': { kB: 1, lazy: 1, beside: ['.'] } }
    expect(await findFaults(files, limits)).toEqual([])
    const withOwn = { ...files, 'dist/jwt.js': "export const load = () => import('./own.js')\n" }
    expect(await findFaults(withOwn, limits)).toEqual([
      expect.stringMatching(/^\.\/jwt loads \d+\.\d+ kB on demand, its limit is 1 kB\.$/),
    ])
  })

  test('a subpath without a limit and one that was not built are faults', async () => {
    expect(await findFaults({}, { ...table, './jwt': undefined })).toEqual([
      './jwt has no limit in tools/check-size.js.',
    ])
    expect(await findFaults({ 'dist/jwt.js': null })).toEqual(['dist/jwt.js is missing: run npm run build.'])
  })

  test("one of Node's modules is a fault, unless the subpath is for Node", async () => {
    const files = { 'dist/jwt.js': "export * from 'node:crypto'\n" }
    expect(await findFaults(files)).toEqual(['./jwt imports node:crypto, which exists only in Node.'])
    expect(await findFaults(files, { ...table, './jwt': { kB: 10, node: true } })).toEqual([])
  })

  test('uses the conditions of an edge runtime, not of Node', async () => {
    const imports = { '#crypto': { node: './dist/node.js', default: './dist/web.js' } }
    const files = {
      'package.json': JSON.stringify({ ...JSON.parse(createManifestWith({})), imports }),
      'dist/node.js': "export * from 'node:crypto'\n",
      'dist/web.js': 'export const { subtle } = crypto\n',
      'dist/jwt.js': "export * from '#crypto'\n",
    }
    expect(await findFaults(files)).toEqual([])
  })

  test('an optional peer is a fault even if it is installed, and even with import()', async () => {
    const files = {
      'node_modules/kysely/index.js': 'export const sql = 1\n',
      'dist/adapters.js': "export const load = () => import('kysely')\n",
    }
    const [fault] = await findFaults(files)
    expect(fault).toContain('./adapters does not bundle')
    expect(fault).toContain('optional peer kysely')
    expect(await findFaults(files, { ...table, './adapters': { kB: 10, peers: ['kysely'] } })).toEqual([])
  })

  test('a vendor in the core is a fault, elsewhere it is not', async () => {
    const text = "export const isSpecial = id => id === 'google'\n"
    expect(await findFaults({ 'dist/index.js': text })).toEqual(['. contains the vendor name google.'])
    expect(await findFaults({ 'dist/providers/harbor.js': text })).toEqual([])
  })

  test('another host is a fault, one in a comment is not', async () => {
    const files = {
      'dist/index.js': "// https://rfc.example\nexport const logo = 'https://authjs.dev/img/logo.svg'\n",
    }
    expect(await findFaults(files)).toEqual(['. contains the host authjs.dev.'])
  })

  test('a provider may contain its host', async () => {
    const files = { 'dist/providers/harbor.js': "export default { issuer: 'https://harbor.example' }\n" }
    expect(await findFaults(files)).toEqual([])
  })

  test('code that cannot be bundled is a fault', async () => {
    expect((await findFaults({ 'dist/jwt.js': "export * from './gone.js'\n" }))[0]).toContain(
      './jwt does not bundle',
    )
    expect(
      (
        await findFaults({
          'dist/jwt.js': 'export {}\n',
          'package.json': createManifestWith({ './x': getTargets('x') }),
        })
      )[0],
    ).toContain('./x has no limit')
  })
})
