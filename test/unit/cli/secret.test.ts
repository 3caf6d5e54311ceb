import { statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from './run-cli.js'
import { createTempApp } from './temp-app.js'

test('prints another secret of 256 bits each time', async () => {
  const [first, second] = [await runCli(['secret']), await runCli(['secret', '--json'])]
  expect(Buffer.from(first.out.trim(), 'base64url')).toHaveLength(32)
  expect(JSON.parse(second.out)).toEqual({ secret: expect.not.stringContaining(first.out.trim()) })
})

test.each([
  ['creates the file', {}, /^AUTH_SECRET=\S{43}\n$/],
  ['adds a line', { '.env.local': 'A=1\n' }, /^A=1\nAUTH_SECRET=\S{43}\n$/],
  ['ends an open line', { '.env.local': 'A=1' }, /^A=1\nAUTH_SECRET=\S{43}\n$/],
  ['sets an empty one', { '.env.local': 'AUTH_SECRET=\n' }, /^AUTH_SECRET=\nAUTH_SECRET=\S{43}\n$/],
])('--write %s, which a second call keeps', async (_, files, expected) => {
  const app = createTempApp(files)
  const written = await runCli(['secret', '--write'], { cwd: app.folder })
  expect(written.code).toBe(0)
  const text = app.files()['.env.local'] ?? ''
  expect(text).toMatch(expected)
  expect(written.out).not.toContain(text.match(/AUTH_SECRET=(\S{43})/)?.[1])
  expect((await runCli(['secret', '--write'], { cwd: app.folder })).code).toBe(1)
  expect(app.files()['.env.local']).toBe(text)
})

test('--write creates a file that only its owner can read', async () => {
  const app = createTempApp({})
  await runCli(['secret', '--write', '--json'], { cwd: app.folder })
  expect(statSync(join(app.folder, '.env.local')).mode & 0o777).toBe(0o600)
})

test.each([
  ['the environment', {}, { AUTH_SECRET: 'the secret of the process' }],
  ['.env', { '.env': 'AUTH_SECRET=the secret of the file' }, {}],
  ['a variable of NextAuth', { '.env': 'NEXTAUTH_SECRET=the secret of the file' }, {}],
])('--write changes nothing if %s has a secret, and does not print it', async (_, files, env) => {
  const app = createTempApp(files)
  const { code, out, err } = await runCli(['secret', '--write'], { cwd: app.folder, env })
  expect([code, out]).toEqual([1, ''])
  expect(err).not.toContain('the secret of')
  expect(app.files()['.env.local']).toBeUndefined()
})

test('--write does not follow a link', async () => {
  const app = createTempApp({ target: 'A=1\n' })
  symlinkSync('target', join(app.folder, '.env.local'))
  expect((await runCli(['secret', '--write'], { cwd: app.folder })).code).toBe(1)
  expect(app.files()['target']).toBe('A=1\n')
})
