import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selectCases } from '../support/fire.js'
import { expectedRecords } from './expected-records.js'
import { openProgram } from './run-program.js'
import { createSqliteStore } from './sqlite-store.js'

let program: Awaited<ReturnType<typeof openProgram>>

beforeAll(async () => {
  program = await openProgram()
})

afterAll(() => program?.close())

/** `npm run test:fire` kills the process at every boundary, `npm test` in the middle and at the last. */
const killsEverywhere = process.env['LATCHKEY_FIRE_KILLS'] !== undefined

function selectBoundaries(count: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index)
  const sample = new Set([Math.floor(count / 2), count - 1])
  return killsEverywhere ? all : all.filter(index => sample.has(index))
}

const cases = [
  { flow: 'oidc', strategy: 'database' },
  { flow: 'oauth', strategy: 'jwt' },
  { flow: 'credentials', strategy: 'database' },
  { flow: 'passkey', strategy: 'database' },
  { flow: 'email', strategy: 'database' },
  { flow: 'linking', strategy: 'database' },
  { flow: 'sign-out', strategy: 'database' },
] as const
const others = [
  { flow: 'oidc', strategy: 'jwt' },
  { flow: 'oauth', strategy: 'database' },
  { flow: 'credentials', strategy: 'jwt' },
  { flow: 'second passkey', strategy: 'jwt' },
  { flow: 'email', strategy: 'jwt' },
] as const

describe('a process that is killed after an adapter call or before a request to the provider', () => {
  test.each(selectCases([...cases, ...others], cases))(
    'leaves a state in which the same user can sign in without duplicates ($flow, $strategy)',
    { timeout: 120_000 },
    async ({ flow, strategy }) => {
      const createRun = (id: string) => {
        const state = join(program.folder, id)
        const store = createSqliteStore(`${state}.db`)
        return { store, flowRun: { store: store.url, state, flow, strategy } }
      }
      const { ending, boundaries } = await program.run(createRun(`${flow}-${strategy}`).flowRun)
      expect(ending).toBe(0)
      const isStored = flow !== 'credentials' || strategy === 'database'
      expect(boundaries).toBeGreaterThanOrEqual(isStored ? 1 : 0)

      for (const boundary of selectBoundaries(boundaries)) {
        const { store, flowRun } = createRun(`${flow}-${strategy}-${boundary}`)
        expect(await program.run(flowRun, { boundary })).toMatchObject({ ending: 'SIGKILL' })
        expect(await program.run(flowRun)).toMatchObject({ ending: 0 })
        const counts = await Promise.all(['users', 'accounts', 'authenticators'].map(store.count))
        expect(counts).toEqual(expectedRecords[flow])
      }
    },
  )
})
