import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { buildIfStale } from '../../../../tools/build/if-stale.js'
import { projectRoot } from '../../../../tools/shared/gate.js'

/** A running `latchkey dev`. */
export interface DevProcess {
  /** What `--json` printed. */
  readonly data: { readonly url: string; readonly smtp: string; readonly variables: Record<string, string> }
  readonly pid: number
  readonly code: Promise<number | null>
  /** Waits until the output matches. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>
  kill(signal: NodeJS.Signals): void
}

/** Starts the built command on free ports. It ends with the test. */
export async function startDevProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<DevProcess> {
  for (const fault of await buildIfStale(projectRoot)) throw new Error(fault)
  const ports = ['dev', '--port', '0', '--smtp-port', '0', '--json']
  const child = spawn(process.execPath, [join(projectRoot, 'dist/cli/latchkey.js'), ...ports, ...args], {
    cwd: join(projectRoot, 'test/unit/cli/dev'),
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  const code = once(child, 'exit').then(([status]) => status as number | null)
  onTestFinished(async () => {
    child.kill()
    await code
  })
  const waitFor = async (pattern: RegExp) => {
    for (;;) {
      const match = pattern.exec(output)
      if (match) return match
      if (child.exitCode !== null) throw new Error(`The process ended:\n${output}`)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  const [line] = await waitFor(/^\{.*\}$/m)
  return { data: JSON.parse(line), pid: child.pid ?? 0, code, waitFor, kill: signal => child.kill(signal) }
}
