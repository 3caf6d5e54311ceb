import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ending, type Environment, Fleet } from './fleet.js'
import { initialSecrets, rotate, rotateAtOnce } from './secret-rotation.js'
import { SimulatedUser } from './simulated-user.js'
import type { Stack } from './stack.js'
import { createTally, type Finding, type Tally } from './tally.js'

/** The parameters of a run. */
export interface Plan {
  readonly strategy: 'jwt' | 'database'
  readonly userCount: number
  readonly seconds: number
  /** A mistake that the users must detect. The run kills no processes and ends when it is detected. */
  readonly mistake?: Mistake
}

/** A fault of `fault-injection.ts` or an unsafe rotation, and the finding that must detect it. */
interface Mistake {
  readonly fault: string
  readonly expectedFinding: Finding
}

/** The results of a run. */
export interface Report extends Plan, Tally {
  readonly processes: number
  readonly endings: Readonly<Record<Ending, number>>
  readonly crashes: readonly string[]
  readonly logged: Readonly<Record<string, { count: number; why: string }>>
}

/** The mistake that is not a fault of the processes. */
export const unsafeRotation = 'secret rotation in one step'

/** The `maxAge` of sessions in seconds. It is short, so that users who stay signed in depend on its extension. */
const maxAge = 30

/** How much longer a run may take on a slow machine, in milliseconds. */
const maxExtraMs = 180_000

/** Simulates users while processes are ended at random and the secret is rotated. Resolves to the results. */
export async function run(stack: Stack, plan: Plan): Promise<Report> {
  const tally = createTally()
  const fleet = new Fleet({ ...stack, env: createEnvironment(stack, plan) })
  await fleet.start()
  try {
    const end = Date.now() + plan.seconds * 1_000
    const isDone = () => (plan.mistake ? isDetected(plan, tally) : Date.now() > end && isEnough(plan, tally))
    const isOver = () => isDone() || Date.now() > end + maxExtraMs
    const users = createUsers(stack, plan, tally)
    await Promise.all([runDisturbance(fleet, plan, isOver), ...users.map(user => user.run(isOver))])
  } finally {
    await fleet.stop()
  }
  return report(plan, tally, fleet)
}

function createEnvironment({ env }: Stack, { strategy, mistake }: Plan): Environment {
  const own = { STRATEGY: strategy, MAX_AGE: String(maxAge), REDIS_PREFIX: randomUUID() }
  return { ...env, ...initialSecrets, ...own, FAULT: mistake?.fault ?? '' }
}

function createUsers(stack: Stack, plan: Plan, tally: Tally): SimulatedUser[] {
  const context = { ...stack, tally, endsEverywhere: plan.strategy === 'database', maxAge: maxAge * 1_000 }
  const prefix = randomUUID().slice(0, 8)
  return Array.from(
    { length: plan.userCount },
    (_, i) => new SimulatedUser(context, `${prefix}-${i}`, { staysSignedIn: i % 4 === 0 }),
  )
}

/** Whether the users have done enough of everything for findings to mean something. */
function isEnough({ userCount }: Plan, tally: Tally): boolean {
  const { signIns, extensions, updates, signOuts, sentTwice, cut } = tally
  return signIns > userCount / 2 && [extensions, updates, signOuts, sentTwice + cut].every(count => count > 0)
}

function isDetected({ mistake }: Plan, tally: Tally): boolean {
  return mistake !== undefined && tally[mistake.expectedFinding].length > 0
}

async function runDisturbance(
  fleet: Fleet,
  { mistake, seconds }: Plan,
  isOver: () => boolean,
): Promise<void> {
  if (mistake?.fault === unsafeRotation) return rotateAtOnce(fleet)
  if (!mistake) await Promise.all([endProcessesAtRandom(fleet, isOver), rotate(fleet, seconds)])
}

/** How processes end, in turn: mostly without warning, sometimes as in a deploy. */
const endings: readonly Ending[] = ['crashed', 'killed', 'crashed', 'terminated']

/** Ends a process every one to two seconds. */
async function endProcessesAtRandom(fleet: Fleet, isOver: () => boolean): Promise<void> {
  const restarts: Promise<void>[] = []
  for (await waitForNextKill(); !isOver(); await waitForNextKill()) {
    const ending = endings[restarts.length % endings.length] ?? 'killed'
    restarts.push(fleet.endOne(ending))
  }
  await Promise.all(restarts)
}

function waitForNextKill(): Promise<void> {
  return sleep(1_000 + Math.random() * 1_000)
}

function report(plan: Plan, tally: Tally, fleet: Fleet): Report {
  const { size: processes, endings, crashes, logged } = fleet
  return { ...plan, processes, endings, ...tally, crashes, logged: Object.fromEntries(logged) }
}
