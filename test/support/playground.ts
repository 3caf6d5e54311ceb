import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { getFreePort } from './free-port.js'

/** A running playground, started as `npm run demo` does. */
export interface Playground {
  readonly origin: string
  readonly dataDir: string
  /** The URL of its built-in SMTP server. */
  readonly mailServer: string
  /** Stops the process and keeps the data. */
  stop(): Promise<void>
  /** Restarts the process on the same port with the same data. */
  restart(): Promise<void>
  /** Stops the process and deletes the data. */
  dispose(): Promise<void>
}

/**
 * Starts a playground on free ports, with an empty store.
 *
 * @param mailServer the URL of an SMTP server to use instead of the built-in one
 */
export async function startPlayground(
  strategy: 'jwt' | 'database',
  mailServer?: string,
): Promise<Playground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-playground-'))
  // The OpenID provider and the mail server use the next two.
  const port = await getFreePort(3)
  const setup = { strategy, dataDir, port, mailServer }
  const { output, ...started } = await start(setup)
  let { child } = started
  const stop = () => end(child)
  return {
    origin: `http://localhost:${port}`,
    dataDir,
    mailServer: /smtp:\S+/.exec(output)?.[0] ?? '',
    stop,
    restart: async () => {
      await stop()
      child = (await start(setup)).child
    },
    dispose: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Reads the id of the signed-in user from the session on the developer page. */
export async function readUserId(page: Page): Promise<string> {
  const shown = await (await page.request.get('/developer')).text()
  const [, id] = /&quot;id&quot;: &quot;([^&]+)/.exec(shown) ?? []
  if (id === undefined) throw new Error('No user is signed in.')
  return id
}

interface PlaygroundSetup {
  readonly strategy: string
  readonly dataDir: string
  readonly port: number
  readonly mailServer: string | undefined
}

interface StartedProcess {
  readonly child: ChildProcess
  readonly output: string
}

async function start({ strategy, dataDir, port, mailServer }: PlaygroundSetup): Promise<StartedProcess> {
  const settings = { STRATEGY: strategy, DATA_DIR: dataDir, PORT: String(port), EMAIL_SERVER: mailServer }
  const env = { ...process.env, ...settings, NODE_ENV: 'test' }
  const child = spawn(process.execPath, ['examples/playground/server.js'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listen = (chunk: Buffer) => {
    output += chunk
  }
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', listen)
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`The playground exited:\n${output}`)
    if (output.includes('Ctrl-C stops it.')) return { child, output }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  child.kill()
  throw new Error(`The playground did not start within 10 seconds:\n${output}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
