import { spawn } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The command of the app, with its folder and its environment. */
export interface AppCommand {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Runs the app until it ends, in the same terminal. Signals of this process end the app, too. @returns the exit code @throws Error if it does not start */
export async function runApp({ command: [file = '', ...args], cwd, env }: AppCommand): Promise<number> {
  const child = spawn(file, args, {
    cwd,
    env,
    stdio: 'inherit',
    // npm and the commands of packages are scripts of the shell on Windows.
    shell: process.platform === 'win32',
  })
  let received = 0
  const forward = (signal: NodeJS.Signals) => {
    received += 1
    // A terminal sends Ctrl-C to the app as well, and two of them end many servers without their cleanup.
    if (received > 1) child.kill('SIGKILL')
    else if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of signals) process.on(signal, forward)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', error => reject(new Error(`${file} does not start: ${error.message}`)))
      child.once('exit', code => resolve(received > 0 ? 0 : (code ?? 1)))
    })
  } finally {
    for (const signal of signals) process.off(signal, forward)
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
