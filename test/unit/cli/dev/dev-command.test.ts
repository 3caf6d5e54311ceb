import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { formatProviders } from '../../../../src/cli/dev/app-environment.js'
import { runCli } from '../run-cli.js'

async function occupyPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test.each([
  ['--port', ['--port', 'PORT', '--smtp-port', '0']],
  ['--smtp-port', ['--port', '0', '--smtp-port', 'PORT']],
])('a port of %s that is in use is named, with a command that works', async (option, args) => {
  const port = await occupyPort()
  const result = await runCli(['dev', ...args.map(arg => (arg === 'PORT' ? String(port) : arg))])
  expect(result).toEqual({
    code: 1,
    out: '',
    err: `Port ${port} is in use. Choose another one: npx latchkey dev ${option} ${port + 1}\n`,
  })
})

test('it does not start under NODE_ENV=production', async () => {
  const { code, out, err } = await runCli(['dev', '--port', '0'], { env: { NODE_ENV: 'production' } })
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain('NODE_ENV is production')
})

test.each([
  [['--port', 'x'], '--port is "x"'],
  [['--smtp-port', '65536'], '--smtp-port is "65536"'],
  [['--provider', 'a,b c'], '--provider has the id "b c"'],
  [['--provider', 'google,github'], '--provider has "github", but GitHub is no OpenID provider'],
  [['--provider', 'passkey'], 'Passkey is no OpenID provider'],
])('%j is wrong usage', async (args, message) => {
  const { code, err } = await runCli(['dev', ...args])
  expect(code).toBe(2)
  expect(err).toContain(message)
})

test('a command that does not exist is named, and the server ends', async () => {
  const { code, err } = await runCli(['dev', '--port', '0', '--smtp-port', '0', '--', 'no-such-command-here'])
  expect(code).toBe(1)
  expect(err).toContain('no-such-command-here does not start')
})

test.each([
  ['dev', true],
  ['harbor', true],
  ['google', false],
])('the entry of the provider %s is shown unless the app has it: %s', async (id, isShown) => {
  const args = [
    'dev',
    '--port',
    '0',
    '--smtp-port',
    '0',
    '--provider',
    id,
    '--json',
    '--',
    process.execPath,
    '-e',
    '',
  ]
  const { code, out } = await runCli(args, { env: { PATH: process.env['PATH'] ?? '' } })
  expect(code).toBe(0)
  expect(JSON.parse(out).issuer).toMatch(/^http:\/\/127/)
  expect(formatProviders([id]).includes(`OIDC({ id: '${id}'`)).toBe(isShown)
})

test('it prints every variable that the app gets, and the sender of the environment', async () => {
  const args = ['dev', '--port', '0', '--smtp-port', '0', '--', process.execPath, '-e', '']
  const env = { PATH: process.env['PATH'] ?? '' }
  const { out } = await runCli(args, { env })
  for (const line of [
    'AUTH_SECRET=(a random one)',
    'AUTH_TRUST_HOST=true',
    'EMAIL_FROM=no-reply@app.example',
  ])
    expect(out).toContain(line)
  for (const name of ['AUTH_DEV_ISSUER', 'NODE_OPTIONS', 'LATCHKEY_DEV_CLOCK'])
    expect(out).toContain(`${name}=`)
  // The line to add the provider is shown with an app, too.
  expect(out).toContain("import OIDC from 'latchkey/providers/oidc'")
  expect(out).toContain("OIDC({ id: 'dev', name: 'Development' })")

  const own = await runCli(args, { env: { ...env, EMAIL_FROM: 'me@app.example', AUTH_TRUST_HOST: 'false' } })
  expect(own.out).not.toMatch(/EMAIL_FROM=|AUTH_TRUST_HOST=/)
})
