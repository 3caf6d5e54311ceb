import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVisitor } from '../support/visitor.js'
import { createFolder, createTarball, extractTarball, removeFolders, run } from '../unit/bundle/packed.js'

const origin = 'https://app.example'

/** An app of `@hono/auth-js`. */
const source = `
import { authHandler, initAuthConfig, verifyAuth } from '@hono/auth-js'
import Credentials from '@auth/core/providers/credentials'
import { Hono } from 'hono'

const password = Credentials({
  credentials: { password: {} },
  authorize: ({ password }) => (password === 'sesame' ? { id: '1', email: 'ada@example.com' } : null),
})

export const app = new Hono()
app.use('*', initAuthConfig(() => ({
  secret: 'a secret of more than 32 characters!',
  trustHost: true,
  basePath: '/api/auth',
  providers: [password],
})))
app.use('/api/auth/*', authHandler())
app.use('/api/me', verifyAuth())
app.get('/api/me', c => c.json(c.get('authUser').session.user))
`

let folder: string

/** Installs the package in the place of `@auth/core`, as npm does for an alias. */
async function installAlias(): Promise<void> {
  await extractTarball(await createTarball(), folder)
  const core = join(folder, 'node_modules/@auth/core')
  await mkdir(join(folder, 'node_modules/@auth'), { recursive: true })
  await rename(join(folder, 'node_modules/latchkey'), core)
  await writeFile(join(folder, 'app.mjs'), source)
}

beforeAll(async () => {
  folder = await createFolder()
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const packages = ['hono@4.13.19', '@hono/auth-js@1.1.1', 'oauth4webapi@3']
  run('npm', ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', ...packages], folder)
  await installAlias()
}, 300_000)

afterAll(removeFolders)

test('`@hono/auth-js` works unmodified if `@auth/core` is an alias of Latchkey', async () => {
  const { app } = await import(pathToFileURL(join(folder, 'app.mjs')).href)
  const visit = createVisitor(request => app.fetch(request), origin, { basePath: '/api/auth' })
  expect((await visit.get('/api/me')).status).toBe(401)
  await visit.signInWithCredentials({ password: 'sesame' })
  expect(await (await visit.get('/api/me')).json()).toEqual({ email: 'ada@example.com' })
  await visit.signOut()
  expect((await visit.get('/api/me')).status).toBe(401)
})
