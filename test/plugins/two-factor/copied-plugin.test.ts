import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '../../../tools/shared/gate.js'
import { createProject, createTarball, removeFolders, run } from '../../unit/bundle/packed.js'

afterAll(removeFolders)

const compilerOptions = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  types: [],
  lib: ['ES2023', 'DOM'],
  outDir: 'dist',
}

/** Signs in with a password and a code of the copied plugin. */
const script = `
import { createHmac } from 'node:crypto'
import { Auth } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createAuth, toRequestHead } from 'latchkey/server'
import { skipNotifications, twoFactor } from './dist/index.js'

const origin = 'https://app.example'
const key = '12345678901234567890'
const adapter = MemoryAdapter()
const user = await adapter.createUser({ id: 'ada', email: 'ada@example.com', emailVerified: null })
const config = {
  secret: 'a secret of more than thirty-two characters', trustHost: true, adapter, session: { strategy: 'jwt' },
  providers: [{ id: 'credentials', type: 'credentials', name: 'Password', credentials: {}, authorize: () => user }],
  plugins: [twoFactor({ issuer: 'Copy', notify: skipNotifications })],
}
const cookies = new Map()
async function send(path, body) {
  const headers = { cookie: [...cookies].map(pair => pair.join('=')).join('; ') }
  const init = body ? { method: 'POST', headers, body: new URLSearchParams({ ...body, csrfToken }) } : { headers }
  const response = await Auth(new Request(new URL(path, origin), init), config)
  for (const line of response.headers.getSetCookie()) cookies.set(...line.split(';')[0].split(/=(.*)/).slice(0, 2))
  return response
}
let csrfToken
csrfToken = (await (await send('/auth/csrf')).json()).csrfToken
const { api } = createAuth(config)
await api.twoFactor.importSecret(toRequestHead(new Request(origin)), 'ada', { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })
const start = await send('/auth/callback/credentials', {})
const pending = new URL(start.headers.get('location'), origin).searchParams.get('pending')
const page = await (await send('/auth/two-factor/verify?pending=' + pending)).text()
const counter = Buffer.alloc(8)
counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000)))
const digest = createHmac('sha1', key).update(counter).digest()
const code = String((digest.readUInt32BE(digest[19] & 15) & 0x7fffffff) % 1000000).padStart(6, '0')
const wrong = await send('/auth/two-factor/verify', { pending, code: 'x' })
const right = await send('/auth/two-factor/verify', { pending, code })
const session = await (await send('/auth/session')).json()
console.log(JSON.stringify({ hasForm: page.includes('one-time-code'), statuses: [wrong.status, right.status], email: session?.user?.email }))
`

test('compiles outside of the repository against the packed tarball alone, and signs in', async () => {
  const folder = await createProject(await createTarball())
  const source = join(folder, 'two-factor')
  await cp(join(projectRoot, 'src/plugins/two-factor'), source, { recursive: true })
  for (const path of await readdir(source, { recursive: true })) {
    if (!path.endsWith('.ts')) continue
    const text = await readFile(join(source, path), 'utf8')
    await writeFile(join(source, path), text.replaceAll(/'(?:\.\.\/)+plugins\.js'/g, "'latchkey/plugins'"))
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const config = { compilerOptions: { ...compilerOptions, rootDir: 'two-factor' }, include: ['two-factor'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  run('node', [join(projectRoot, 'node_modules/typescript/bin/tsc'), '-p', '.'], folder)
  await writeFile(join(folder, 'sign-in.js'), script)
  const output: unknown = JSON.parse(run('node', ['sign-in.js'], folder))
  expect(output).toEqual({ hasForm: true, statuses: [400, 302], email: 'ada@example.com' })
}, 300_000)
