import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A playground that runs in a process of its own, as `npm run demo` starts it. */
export interface Playground {
  readonly origin: string
  readonly dataDir: string
  /** The URL of its own SMTP server. */
  readonly mailServer: string
  /** Ends the process; the data stay. */
  stop(): Promise<void>
  /** Starts it again on the same port and data. */
  restart(): Promise<void>
  /** Ends the process and removes its data. */
  dispose(): Promise<void>
}

/**
 * Starts a playground on free ports, with an empty store.
 *
 * @param mailServer the URL of the SMTP server that it sends through, in place of its own
 */
export async function startPlayground(
  strategy: 'jwt' | 'database',
  mailServer?: string,
): Promise<Playground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-playground-'))
  const port = await getFreePortPair()
  const place = { strategy, dataDir, port, mailServer }
  const { said, ...started } = await start(place)
  let { child } = started
  const stop = () => end(child)
  return {
    origin: `http://localhost:${port}`,
    dataDir,
    mailServer: /smtp:\S+/.exec(said)?.[0] ?? '',
    stop,
    restart: async () => {
      await stop()
      child = (await start(place)).child
    },
    dispose: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

interface PlaygroundSetup {
  readonly strategy: string
  readonly dataDir: string
  readonly port: number
  readonly mailServer: string | undefined
}

interface StartedProcess {
  readonly child: ChildProcess
  readonly said: string
}

async function start({ strategy, dataDir, port, mailServer }: PlaygroundSetup): Promise<StartedProcess> {
  const own = { STRATEGY: strategy, DATA_DIR: dataDir, PORT: String(port), EMAIL_SERVER: mailServer }
  const env = { ...process.env, ...own, NODE_ENV: 'test' }
  const child = spawn(process.execPath, ['examples/playground/server.js'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const listen = (chunk: Buffer) => {
    said += chunk
  }
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', listen)
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`The playground ended at once:\n${said}`)
    if (said.includes('Ctrl-C stops it.')) return { child, said }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  child.kill()
  throw new Error(`The playground did not start within 10 seconds:\n${said}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Two neighbouring ports that nobody listens on. */
async function getFreePortPair(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 20_000)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, 'localhost', () => server.close(() => resolve(true)))
  })
}
