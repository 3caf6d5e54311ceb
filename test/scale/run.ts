import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ending, type Environment, Fleet } from './fleet.js'
import { initialSecrets, rotate, rotateAtOnce } from './secret-rotation.js'
import { SimulatedUser } from './simulated-user.js'
import type { Stack } from './stack.js'
import { createTally, type Finding, type Tally } from './tally.js'

/** What is to be lived through. */
export interface Plan {
  readonly strategy: 'jwt' | 'database'
  readonly people: number
  readonly seconds: number
  /** A mistake that somebody has made. Nothing is killed then, and it is over when the people have noticed. */
  readonly mistake?: Mistake
}

/** What is done wrong, see `faults.ts` for what processes do wrong, and what must be noticed of it. */
interface Mistake {
  readonly what: string
  readonly noticed: Finding
}

/** What came of it. */
export interface Report extends Plan, Tally {
  readonly processes: number
  readonly endings: Readonly<Record<Ending, number>>
  readonly crashes: readonly string[]
  readonly logged: Readonly<Record<string, { count: number; why: string }>>
}

/** The mistake that is made outside the processes. */
export const unsafeRotation = 'a new secret in one step'

/** Seconds that a session lives unused: few, so that who stays depends on its being moved on. */
const maxAge = 30

/** People come and go while processes are ended at random and the secret changes; resolves to what they found. */
export async function run(stack: Stack, plan: Plan): Promise<Report> {
  const tally = createTally()
  const fleet = new Fleet({ ...stack, env: createEnvironment(stack, plan) })
  await fleet.start()
  try {
    const end = Date.now() + plan.seconds * 1_000
    const isOver = () => Date.now() > end || isNoticed(plan, tally)
    const people = createUsers(stack, plan, tally)
    await Promise.all([runDisturbance(fleet, plan, isOver), ...people.map(person => person.live(isOver))])
  } finally {
    await fleet.stop()
  }
  return report(plan, tally, fleet)
}

function createEnvironment({ env }: Stack, { strategy, mistake }: Plan): Environment {
  const own = { STRATEGY: strategy, MAX_AGE: String(maxAge), REDIS_PREFIX: randomUUID() }
  return { ...env, ...initialSecrets, ...own, FAULT: mistake?.what ?? '' }
}

function createUsers(stack: Stack, plan: Plan, tally: Tally): SimulatedUser[] {
  const world = { ...stack, tally, endsEverywhere: plan.strategy === 'database', maxAge: maxAge * 1_000 }
  const family = randomUUID().slice(0, 8)
  return Array.from(
    { length: plan.people },
    (_, i) => new SimulatedUser(world, `${family}-${i}`, { stays: i % 4 === 0 }),
  )
}

function isNoticed({ mistake }: Plan, tally: Tally): boolean {
  return mistake !== undefined && tally[mistake.noticed].length > 0
}

async function runDisturbance(
  fleet: Fleet,
  { mistake, seconds }: Plan,
  isOver: () => boolean,
): Promise<void> {
  if (mistake?.what === unsafeRotation) return rotateAtOnce(fleet)
  if (!mistake) await Promise.all([endProcessesAtRandom(fleet, isOver), rotate(fleet, seconds)])
}

/** In turn: most without a warning, some as a deploy does it. */
const endings: readonly Ending[] = ['killed midway', 'killed', 'killed midway', 'told to end']

/** Every second or two. */
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
