import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { DevEmail } from '../../../../src/cli/dev/mail/mailbox.js'
import { createVisitor, type Visitor } from '../../../support/visitor.js'
import { type DevProcess, startDevProcess } from './dev-process.js'

const startApp = ['--provider', 'keycloak', '--', process.execPath, 'app.js']
const printTime = (more = '') => ['--', process.execPath, '-e', `${more}console.log('It is', Date.now())`]

async function openApp(dev: DevProcess): Promise<Visitor> {
  const [, origin = ''] = await dev.waitFor(/The app listens on (\S+)/)
  return createVisitor(request => fetch(request), origin)
}

async function moveClock({ data }: DevProcess, add: number): Promise<void> {
  const response = await fetch(`${data.url}/clock.json`, { method: 'POST', body: JSON.stringify({ add }) })
  expect(response.status).toBe(200)
}

async function readApp(visit: Visitor): Promise<{ now: number; user: { email: string } | null }> {
  return (await (await visit.get('/')).json()) as never
}

async function readEmails({ data }: DevProcess, to: string): Promise<DevEmail[]> {
  return (await (await fetch(`${data.url}/mail.json?to=${to}`)).json()) as DevEmail[]
}

async function signInAtProvider(visit: Visitor, { data }: DevProcess): Promise<void> {
  const away = await visit.signIn('keycloak')
  const page = visit.getLocation(away)
  expect(page.origin).toBe(data.url)
  const back = await visit.post(page, { user: 'ada-0001' }, { from: data.url })
  await visit.get(visit.getLocation(back), { from: data.url })
}

test('the app signs in with the provider, and the moved clock ends its session', async () => {
  const dev = await startDevProcess(startApp)
  const visit = await openApp(dev)
  await signInAtProvider(visit, dev)
  expect((await readApp(visit)).user).toMatchObject({ email: 'ada@example.com' })

  await moveClock(dev, 7100)
  expect((await readApp(visit)).user).toMatchObject({ email: 'ada@example.com' })
  await moveClock(dev, 7300)
  const later = await readApp(visit)
  expect(later.user).toBeNull()
  expect(later.now - Date.now()).toBeGreaterThan(14_300_000)

  // The provider follows the clock, so that the ID token is not an old one.
  await signInAtProvider(visit, dev)
  expect((await readApp(visit)).user).toMatchObject({ email: 'ada@example.com' })
})

test('the app sends a magic link, which works once and not after the clock passed its lifetime', async () => {
  const dev = await startDevProcess(startApp)
  const visit = await openApp(dev)
  await visit.signIn('nodemailer', { email: 'grace@example.com' })
  await visit.signIn('nodemailer', { email: 'grace@example.com' })
  const [second, first] = await readEmails(dev, 'grace@example.com')
  expect(await readEmails(dev, 'ada@example.com')).toEqual([])
  expect(first?.links).toHaveLength(1)

  await visit.get(first?.links[0] ?? '')
  expect((await readApp(visit)).user).toMatchObject({ email: 'grace@example.com' })
  await visit.signOut()
  await moveClock(dev, 601)
  await visit.get(second?.links[0] ?? '')
  expect((await readApp(visit)).user).toBeNull()
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the app and the server', async signal => {
  const dev = await startDevProcess(startApp)
  const visit = await openApp(dev)
  expect((await readApp(visit)).user).toBeNull()
  dev.kill(signal)
  expect(await dev.code).toBe(0)
  await expect(visit.get('/')).rejects.toThrow('fetch failed')
  await expect(fetch(dev.data.url)).rejects.toThrow('fetch failed')
})

/** An app that starts a server below a shell, as `npm run` does. It prints the process ids. */
function buildNestedApp({ stubborn }: { readonly stubborn: boolean }): string[] {
  const handler = stubborn
    ? "for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {});"
    : ''
  const server = `${handler}setInterval(() => {}, 1000);console.log('The server is', process.pid)`
  const parent = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(server)}], { stdio: 'inherit' })`
  return ['--', process.execPath, '-e', parent]
}

async function waitForServer(dev: DevProcess): Promise<number> {
  return Number((await dev.waitFor(/The server is (\d+)/))[1])
}

/** Returns whether a process runs. A zombie that its parent did not read yet has ended. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return /^[^Z]/.test(stdout.trim())
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends the server that the app started',
  async signal => {
    const dev = await startDevProcess(buildNestedApp({ stubborn: false }))
    const server = await waitForServer(dev)
    expect(isRunning(server)).toBe(true)
    dev.kill(signal)
    expect(await dev.code).toBe(0)
    expect(isRunning(server)).toBe(false)
  },
)

test('a server that ignores the signal is ended after five seconds', async () => {
  const dev = await startDevProcess(buildNestedApp({ stubborn: true }))
  const server = await waitForServer(dev)
  dev.kill('SIGTERM')
  expect(await dev.code).toBe(0)
  await expect.poll(() => isRunning(server)).toBe(false)
}, 20_000)

test('a second signal ends a server that ignores the first one', async () => {
  const dev = await startDevProcess(buildNestedApp({ stubborn: true }))
  const server = await waitForServer(dev)
  const start = performance.now()
  dev.kill('SIGTERM')
  await new Promise(resolve => setTimeout(resolve, 300))
  dev.kill('SIGTERM')
  expect(await dev.code).toBe(0)
  expect(performance.now() - start).toBeLessThan(4000)
  await expect.poll(() => isRunning(server)).toBe(false)
})

test('a server that outlives the command is ended, with the exit code of the command', async () => {
  const [separator = '', node = '', flag = '', parent = ''] = buildNestedApp({ stubborn: false })
  const ends = `${parent}.unref();setTimeout(() => process.exit(7), 1000)`
  const dev = await startDevProcess([separator, node, flag, ends])
  const server = await waitForServer(dev)
  expect(await dev.code).toBe(7)
  expect(isRunning(server)).toBe(false)
})

test('the exit code is that of the app', async () => {
  const dev = await startDevProcess(['--', process.execPath, '-e', 'process.exitCode = 7'])
  expect(await dev.code).toBe(7)
})

test('without an app, SIGTERM stops the server', async () => {
  const dev = await startDevProcess([])
  expect((await fetch(dev.data.url)).status).toBe(200)
  dev.kill('SIGTERM')
  expect(await dev.code).toBe(0)
})

test('under NODE_ENV=production, a process of the app has the real time', async () => {
  const move =
    "await fetch(process.env.AUTH_DEV_ISSUER + '/clock.json', { method: 'POST', body: '{\"add\": 86400}' });"
  const run = (more: string) =>
    startDevProcess(['--', process.execPath, '--input-type=module', ...printTime(more).slice(2)])
  const read = async (dev: DevProcess) => Number((await dev.waitFor(/It is (\d+)/))[1]) - Date.now()
  expect(await read(await run(move))).toBeGreaterThan(86_000_000)
  expect(
    await read(
      await run(`${move}process.env.NODE_ENV = 'production';await new Promise(r => setTimeout(r, 50));`),
    ),
  ).toBeLessThan(1000)
})

test('variables of the app win, apart from those of the providers and the mail server', async () => {
  const names = [
    'AUTH_SECRET',
    'AUTH_TRUST_HOST',
    'AUTH_URL',
    'EMAIL_FROM',
    'EMAIL_SERVER',
    'AUTH_DEV_ISSUER',
  ]
  const print = `console.log(JSON.stringify(Object.fromEntries(${JSON.stringify(names)}.map(name => [name, process.env[name]]))))`
  const read = async (env: Record<string, string>) => {
    const dev = await startDevProcess(['--', process.execPath, '-e', print], env)
    const [, line = ''] = await dev.waitFor(/(\{"(?:AUTH_S|AUTH_T|AUTH_U|EMAIL_F).*\})/)
    return { dev, variables: JSON.parse(line) }
  }
  const without = await read({})
  expect(without.variables).toEqual({
    AUTH_SECRET: expect.stringMatching(/^\S{43}$/),
    AUTH_TRUST_HOST: 'true',
    EMAIL_FROM: 'no-reply@app.example',
    EMAIL_SERVER: without.dev.data.smtp,
    AUTH_DEV_ISSUER: without.dev.data.url,
  })
  const own = {
    AUTH_SECRET: 'a secret of the app, long enough',
    AUTH_URL: 'http://localhost:3000',
    EMAIL_FROM: 'me@app.example',
  }
  const given = await read({
    ...own,
    EMAIL_SERVER: 'smtp://mail.example',
    AUTH_DEV_ISSUER: 'https://id.example',
  })
  expect(given.variables).toEqual({
    ...own,
    EMAIL_SERVER: given.dev.data.smtp,
    AUTH_DEV_ISSUER: given.dev.data.url,
  })
})
