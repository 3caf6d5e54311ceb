import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundleProgram } from '../support/bundle-program.js'

/** One run of a flow in its own process. */
export interface FlowRun {
  /** The connection string. */
  readonly store: string
  /** The beginning of the paths of files that survive a crash. */
  readonly state: string
  readonly flow: string
  readonly strategy: string
}

/** When to kill the process: at the boundary of an adapter call, or a time in milliseconds after the flow begins. */
interface Kill {
  readonly boundary?: number
  readonly delayMs?: number
}

/** The end of a process. */
export interface ProcessResult {
  /** The exit code or the signal. */
  readonly ending: number | string | null
  readonly boundaries: number
  /** The errors that the process logged, to explain a failure. */
  readonly errors: string
  /** The duration of the flow in milliseconds, without the start of the process. */
  readonly durationMs: number
}

/** Builds `program.ts` and creates a folder for its files. */
export async function openProgram() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-crash-'))
  const program = await bundleProgram('test/crash/program.ts')
  const env = { ...process.env, NODE_COMPILE_CACHE: folder }

  async function run(flowRun: FlowRun, kill: Kill = {}): Promise<ProcessResult> {
    const { store, state, flow, strategy } = flowRun
    const args = [program.path, store, state, flow, strategy, String(kill.boundary ?? '')]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    return observe(child, kill)
  }

  return {
    folder,
    run,
    async close() {
      await rm(folder, { recursive: true, force: true })
      await program.remove()
    },
  }
}

async function observe(child: ChildProcess, { delayMs }: Kill): Promise<ProcessResult> {
  let output = ''
  let errors = ''
  child.stderr?.on('data', chunk => {
    errors += chunk
  })
  let readyAt = 0
  child.stdout?.on('data', chunk => {
    output += chunk
    if (readyAt > 0 || !output.includes('ready')) return
    readyAt = performance.now()
    if (delayMs !== undefined) void sleep(delayMs).then(() => child.kill('SIGKILL'))
  })
  const [code, signal] = await once(child, 'close')
  const durationMs = performance.now() - readyAt
  return { ending: signal ?? code, boundaries: Number(output.replace('ready', '')), errors, durationMs }
}
