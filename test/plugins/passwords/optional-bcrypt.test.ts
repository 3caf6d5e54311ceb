import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import bcryptjs from 'bcryptjs'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../unit/bundle/packed.js'

const installed = fileURLToPath(new URL('installed/node_modules', import.meta.url))
const entry = fileURLToPath(
  new URL('../../../src/plugins/passwords/hashing/password-hasher.ts', import.meta.url),
)

/** Prints whether the right and a wrong password verify, and what is reported. */
const script = `
import { createPasswordHasher } from './hasher.mjs'
const reports = []
const report = ({ type, message }) => reports.push(type + ': ' + message)
const hasher = createPasswordHasher()
const results = []
for (const password of ['password', 'another']) results.push(await hasher.verify(password, process.argv[2], report))
const loaded = (await import('node:module')).createRequire(import.meta.url)
console.log(JSON.stringify({ results, reports, isNative: Object.keys(loaded.cache).some(path => path.includes('/bcrypt/')) }))
`

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'latchkey-bcrypt-'))
})

afterAll(() => rm(root, { recursive: true, force: true }))

/** Verifies a bcrypt hash in an app that has installed these packages. */
async function verifyIn(packages: readonly string[], stored: string): Promise<unknown> {
  const folder = await mkdtemp(join(root, 'app-'))
  await build({
    entryPoints: [entry],
    outfile: join(folder, 'hasher.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['latchkey-source'],
    external: ['bcrypt', 'bcryptjs'],
    logLevel: 'silent',
  })
  await mkdir(join(folder, 'node_modules'))
  for (const name of packages)
    await cp(join(installed, name), join(folder, 'node_modules', name), { recursive: true })
  await writeFile(join(folder, 'run.mjs'), script)
  return JSON.parse(run(process.execPath, ['run.mjs', stored], folder))
}

test.each([
  [['bcryptjs'], false],
  [['bcrypt', 'node-gyp-build', 'node-addon-api'], true],
  [['bcryptjs', 'bcrypt', 'node-gyp-build', 'node-addon-api'], true],
])('with %j, a bcrypt hash verifies', async (packages, isNative) => {
  const stored = await bcryptjs.hash('password', 4)
  expect(await verifyIn(packages, stored)).toEqual({ results: [true, false], reports: [], isNative })
})

test('without a package, the user has a wrong password, and the operator reads which one to install', async () => {
  const stored = await bcryptjs.hash('password', 4)
  const message = expect.stringMatching(/^AuthError: .*bcrypt .*npm install bcrypt/)
  expect(await verifyIn([], stored)).toEqual({
    results: [false, false],
    reports: [message, message],
    isNative: false,
  })
})
