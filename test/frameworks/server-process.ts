import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server in a child process. */
export interface RunningServer {
  /** Returns what the server has written to the terminal. */
  getOutput(): string
  stop(): Promise<void>
}

/** The folder, environment and readiness check of a server. */
export interface Program {
  readonly folder: string
  /** The command that starts the server. @default the start script */
  readonly command?: string | undefined
  readonly env: Readonly<Record<string, string>>
  /** Returns 200 when the server is ready. */
  readonly url: string
}

/** The maximum time until a server is ready. */
const startTimeoutMs = 60_000

/**
 * Runs the start script without npm, which is slow, and waits until the server is ready. The script must be a single command,
 * because `exec` replaces the shell with it. The exit of the server is then noticed at once.
 */
export async function startServer({ folder, command, env, url }: Program): Promise<RunningServer> {
  const child = spawn('sh', ['-c', `exec env ${command ?? (await startScript(folder))}`], {
    cwd: folder,
    env: { ...env, PATH: `${join(folder, 'node_modules/.bin')}:${env['PATH']}` },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const recordOutput = (chunk: Buffer) => {
    output += chunk
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', recordOutput)
  const killOnExit = () => sendSignal(child, 'SIGKILL')
  process.once('exit', killOnExit)
  const stop = async () => {
    process.off('exit', killOnExit)
    await stopProcess(child)
  }
  for (const startedAt = Date.now(); Date.now() - startedAt < startTimeoutMs; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`The server exited at startup:\n${output}`)
    if (await isAnswering(url)) return { getOutput: () => output, stop }
  }
  await stop()
  throw new Error(`The server was not ready after a minute:\n${output}`)
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

/** The time before SIGKILL. Some servers wait until browsers close their connections, which takes minutes. */
const stopTimeoutMs = 500

/** Ends the process group, because child processes of the server may still be running. */
async function stopProcess(child: ChildProcess): Promise<void> {
  sendSignal(child, 'SIGTERM')
  for (const startedAt = Date.now(); isAlive(child) && Date.now() - startedAt < 10_000; await sleep(20)) {
    if (Date.now() - startedAt > stopTimeoutMs) sendSignal(child, 'SIGKILL')
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
    // The process group has already ended.
  }
}
