import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server that runs in processes of its own. */
export interface RunningServer {
  stop(): Promise<void>
}

/** What is run, where, and how one knows that it is there. */
export interface Program {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** Answers 200 once the server is there. */
  readonly url: string
}

/** Milliseconds that a server may take to be there. */
const startTimeoutMs = 60_000

/**
 * Runs what `npm start` runs, without npm, which works for half a second each time; and waits until the server answers. What
 * is run has to be one command: it takes the place of the shell, so that it is our own child, whose end we hear of at once.
 */
export async function startServer({ folder, env, url }: Program): Promise<RunningServer> {
  const child = spawn('sh', ['-c', `exec env ${await startScript(folder)}`], {
    cwd: folder,
    env: { ...env, PATH: `${join(folder, 'node_modules/.bin')}:${env['PATH']}` },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const recordOutput = (chunk: Buffer) => {
    said += chunk
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', recordOutput)
  const endWithUs = () => sendSignal(child, 'SIGKILL')
  process.once('exit', endWithUs)
  const stop = async () => {
    process.off('exit', endWithUs)
    await stopProcess(child)
  }
  for (const begun = Date.now(); Date.now() - begun < startTimeoutMs; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`The server ended at once:\n${said}`)
    if (await isAnswering(url)) return { stop }
  }
  await stop()
  throw new Error(`The server was not there after a minute:\n${said}`)
}

async function startScript(folder: string): Promise<string> {
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  return scripts.start
}

async function isAnswering(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Milliseconds for the farewell; some servers wait for browsers to hang up, which keep connections for minutes. */
const stopTimeoutMs = 500

/** Ends all of the group: what we started may be gone while something that it started still answers. */
async function stopProcess(child: ChildProcess): Promise<void> {
  sendSignal(child, 'SIGTERM')
  for (const begun = Date.now(); isAlive(child) && Date.now() - begun < 10_000; await sleep(20)) {
    if (Date.now() - begun > stopTimeoutMs) sendSignal(child, 'SIGKILL')
  }
}

function isAlive({ pid }: ChildProcess): boolean {
  try {
    return pid !== undefined && process.kill(-pid, 0)
  } catch {
    return false
  }
}

function sendSignal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, name)
  } catch {
    // The group has ended by itself.
  }
}
