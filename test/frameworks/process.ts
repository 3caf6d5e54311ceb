import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server that runs in processes of its own. */
export interface Running {
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
const patience = 60_000

/** Runs `npm start` and waits until the server answers. */
export async function start({ folder, env, url }: Program): Promise<Running> {
  // npm starts a shell, and the shell the server: as a group of their own they can be ended together.
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const listen = (chunk: Buffer) => {
    said += chunk
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', listen)
  const endWithUs = () => signal(child, 'SIGKILL')
  process.once('exit', endWithUs)
  const stop = async () => {
    process.off('exit', endWithUs)
    await end(child)
  }
  for (const begun = Date.now(); Date.now() - begun < patience; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`The server ended at once:\n${said}`)
    if (await answers(url)) return { stop }
  }
  await stop()
  throw new Error(`The server was not there after a minute:\n${said}`)
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Ends all of the group: npm may be gone while the server that it started still answers. */
async function end(child: ChildProcess): Promise<void> {
  signal(child, 'SIGTERM')
  for (const begun = Date.now(); isAlive(child) && Date.now() - begun < 10_000; await sleep(20)) {
    if (Date.now() - begun > 5_000) signal(child, 'SIGKILL')
  }
}

function isAlive({ pid }: ChildProcess): boolean {
  try {
    return pid !== undefined && process.kill(-pid, 0)
  } catch {
    return false
  }
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, name)
  } catch {
    // The group has ended by itself.
  }
}
