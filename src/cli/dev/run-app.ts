import { spawn } from 'node:child_process'
import { endProcesses, hasProcesses, signalProcesses } from './process-group.js'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The command of the app, with its folder and its environment. */
export interface AppCommand {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Runs the app until it ends, in the same terminal. Signals of this process end the app and all processes that it started. What the app leaves running is
 * ended as well. @returns the exit code @throws Error if it does not start
 */
export async function runApp({ command: [file = '', ...args], cwd, env }: AppCommand): Promise<number> {
  const isWindows = process.platform === 'win32'
  const child = spawn(file, args, {
    cwd,
    env,
    stdio: 'inherit',
    // A process group of its own, so that a signal reaches the servers below npm. On Windows, it would be a console of its own.
    detached: !isWindows,
    // npm and the commands of packages are scripts of the shell on Windows.
    shell: isWindows,
  })
  let received = 0
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', error => reject(new Error(`${file} does not start: ${error.message}`)))
    child.once('exit', code => resolve(received > 0 ? 0 : (code ?? 1)))
  })
  const { pid } = child
  if (pid === undefined) return exited
  let ending: Promise<void> | null = null
  const forward = (signal: NodeJS.Signals) => {
    received += 1
    if (received > 1) signalProcesses(pid, 'SIGKILL')
    else ending = endProcesses(pid, signal)
  }
  const kill = () => signalProcesses(pid, 'SIGKILL')
  for (const signal of signals) process.on(signal, forward)
  // An error that is not caught ends this process, and must not leave the app behind.
  process.on('exit', kill)
  try {
    const code = await exited
    if (ending === null && hasProcesses(pid)) ending = endProcesses(pid, 'SIGTERM')
    await ending
    return code
  } finally {
    for (const signal of signals) process.off(signal, forward)
    process.off('exit', kill)
  }
}

/** Waits for Ctrl-C, or for another signal that ends this process. */
export function waitForSignal(): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      for (const signal of signals) process.off(signal, end)
      resolve()
    }
    for (const signal of signals) process.on(signal, end)
  })
}
