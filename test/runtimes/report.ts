import { type Outcome, type RuntimeContext, run } from './suite/harness.js'
import { suite } from './suite/index.js'

/** What a runtime says of itself. */
export interface RuntimeInfo {
  /** The names of what we must be able to do without. */
  readonly globals: readonly string[]
  /** `process.versions`, where there is one. */
  readonly versions: Readonly<Record<string, string | undefined>>
  /** The name that a runtime without a process gives itself. */
  readonly agent: string | null
}

export interface Report {
  readonly self: RuntimeInfo
  readonly outcomes: readonly Outcome[]
  /** When the last check was done, in milliseconds since 1970. */
  readonly doneAt: number
}

/** Runs the suite here. */
export async function report(place: RuntimeContext): Promise<Report> {
  return { self: getRuntimeInfo(), outcomes: await run(suite, place), doneAt: Date.now() }
}

function getRuntimeInfo(): RuntimeInfo {
  const { EdgeRuntime: edge } = globalThis as { EdgeRuntime?: string }
  return {
    globals: ['process', 'Buffer', 'require', '__dirname'].filter(name => name in globalThis),
    versions: typeof process === 'undefined' ? {} : { ...process.versions },
    agent: edge ?? globalThis.navigator?.userAgent ?? null,
  }
}
