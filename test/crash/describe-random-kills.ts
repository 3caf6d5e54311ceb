import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom, fire, repeatWithSeeds } from '../support/fire.js'
import { expectedRecords } from './expected-records.js'
import { openProgram } from './run-program.js'

/** A store that a killed process leaves behind. */
export interface CrashStore {
  readonly url: string
  /** Returns the number of rows of a table. */
  count(table: string): Promise<number>
  close?(): Promise<void>
}

const flows = [
  ['oidc', 'database'],
  ['oauth', 'jwt'],
  ['passkey', 'database'],
  ['second passkey', 'jwt'],
  ['email', 'database'],
  ['linking', 'database'],
  ['sign-out', 'database'],
] as const

/** The limit for one kill, in milliseconds. On a machine that runs other work too, the processes take several seconds to start. */
const maxKillMs = 60_000

/**
 * Kills processes at random times during each flow, then runs the flow again as the same user.
 *
 * @param open returns an empty store, for one kill
 */
export function describeRandomKills(
  name: string,
  open: (path: string) => Promise<CrashStore>,
  kills = fire.kills,
): void {
  describe(`a process on ${name} that is killed at a random time`, () => {
    let program: Awaited<ReturnType<typeof openProgram>>

    beforeAll(async () => {
      program = await openProgram()
    })

    afterAll(() => program?.close())

    for (const [flow, strategy] of flows)
      test(`leaves a state in which the same user can continue, without duplicates (${flow}, ${strategy})`, {
        timeout: (kills + 1) * maxKillMs,
      }, async () => {
        const durationMs = await runOnce(`${flow}-complete`, undefined)
        await repeatWithSeeds(kills, async seed => {
          await runOnce(`${flow}-${seed}`, createRandom(seed)() * durationMs)
        })

        /** Runs the flow in a new store. With a delay, the first process is killed and a second one continues. */
        async function runOnce(id: string, delayMs: number | undefined): Promise<number> {
          const state = join(program.folder, id)
          const store = await open(state)
          const flowRun = { store: store.url, state, flow, strategy }
          try {
            // A process that is faster than the delay ends by itself.
            if (delayMs !== undefined)
              expect(['SIGKILL', 0]).toContain((await program.run(flowRun, { delayMs })).ending)
            const last = await program.run(flowRun)
            expect(last.ending, last.errors).toBe(0)
            const counts: number[] = []
            for (const table of ['users', 'accounts', 'authenticators']) counts.push(await store.count(table))
            expect(counts, last.errors).toEqual(expectedRecords[flow])
            return last.durationMs
          } finally {
            await store.close?.()
          }
        }
      })
  })
}
