import { type Outcome, type RuntimeContext, run } from './suite/harness.js'
import { suite } from './suite/index.js'

/** Properties that identify a runtime. */
export interface RuntimeInfo {
  /** The Node globals that exist. Latchkey must not need them. */
  readonly globals: readonly string[]
  /** `process.versions`, or empty without a process. */
  readonly versions: Readonly<Record<string, string | undefined>>
  /** The user agent of a runtime without a process. */
  readonly agent: string | null
}

export interface Report {
  readonly self: RuntimeInfo
  readonly outcomes: readonly Outcome[]
  /** The time of the last check, in milliseconds since 1970. */
  readonly doneAt: number
}

/** Runs the suite in this runtime. */
export async function report(context: RuntimeContext): Promise<Report> {
  return { self: getRuntimeInfo(), outcomes: await run(suite, context), doneAt: Date.now() }
}

function getRuntimeInfo(): RuntimeInfo {
  const { EdgeRuntime: edge } = globalThis as { EdgeRuntime?: string }
  return {
    globals: ['process', 'Buffer', 'require', '__dirname'].filter(name => name in globalThis),
    versions: typeof process === 'undefined' ? {} : { ...process.versions },
    agent: edge ?? globalThis.navigator?.userAgent ?? null,
  }
}
