import { MemoryAdapter } from 'latchkey/adapters/memory'
import { serverHead } from '../plugins/two-factor/two-factor-app.js'
import { requireAuth } from '../step-up/step-up-app.js'
import type { TestStore } from '../support/test-store.js'
import type { Visitor } from '../support/visitor.js'
import type { Limits } from './definition.js'
import { createOwner, isSignedInAsOwner, listWays, signInOwner } from './set-ups.js'
import type { Theft } from './stolen-things.js'
import { enter, type Thief } from './thief.js'
import { additions, changes, endOthers } from './thief-actions.js'
import {
  advanceClock,
  createReadableStore,
  createWorld,
  day,
  getOwnerId,
  type Strategy,
  type World,
} from './world.js'

/** What a thief can do. The table has a column for each. */
export interface Capabilities extends Limits {
  /** What the thief has after the owner signed out in the browser from which something was copied. */
  readonly afterSignOut: Remainder
  /** What the thief has after all sessions of the owner ended. */
  readonly afterEndAll: Remainder
  /** Whether the thief is signed in after 60 days, in which the session is read each ten days. */
  readonly lasts: boolean
  /** How the owner signs in, after the thief did all of this. */
  readonly owner: 'alone' | 'with an administrator' | 'never'
}

/** What a thief still has. */
export type Remainder = 'nothing' | 'signs in again' | 'the session'

/** The world after a theft. */
export interface Scene {
  readonly world: World
  readonly thief: Thief
  /** The browser of the owner from which something was copied. */
  readonly owner: Visitor
}

/** Creates a world, in which a thief steals. */
export async function openScene(
  theft: Theft,
  strategy: Strategy,
  plant: PlantedFault = keepStore,
): Promise<Scene> {
  const { store = MemoryAdapter(), ...readable } = theft.readsRows ? createReadableStore() : {}
  const world = createWorld({ strategy, setUp: theft.setUp, store: plant(store), ...readable })
  await createOwner(world)
  return { world, ...(await theft.steal(world)) }
}

/** Replaces parts of the store. */
export type PlantedFault = (store: TestStore) => TestStore

const keepStore: PlantedFault = store => store

/** Measures what a thief can do after one theft, each in a world that nothing else changed before. */
export async function measure(theft: Theft, strategy: Strategy): Promise<Capabilities> {
  const { world, thief } = await openScene(theft, strategy)
  await enter(world, thief)
  const level = await readLevel(world, thief)
  const endsOthers = await endOthers(world, thief)
  const changed = theft.setUp.hasApp ? await listDone(world, thief, changes) : []
  const adds = await listDone(world, thief, additions)
  const owner = await findOwnerAccess(world)
  return {
    ...level,
    adds,
    changes: changed,
    endsOthers,
    ...(level.reads ? await measureLater(theft, strategy) : endedAtOnce),
    owner,
  }
}

/** Returns what the session of the thief is worth. */
export async function readLevel(
  world: World,
  thief: Thief,
): Promise<Pick<Limits, 'reads' | 'isRecent' | 'isTwoFactors'>> {
  const reads = await isSignedInAsOwner(thief.visit)
  return {
    reads,
    isRecent: reads && (await isAllowed(world, thief, { maxAge: 900 })),
    isTwoFactors: reads && (await isAllowed(world, thief, { acr: 'aal2' })),
  }
}

type Requirement = Parameters<typeof requireAuth>[2]

async function isAllowed({ config }: World, { visit }: Thief, requirement: Requirement): Promise<boolean> {
  return (await requireAuth(config, visit, requirement)).session !== null
}

async function listDone(
  world: World,
  thief: Thief,
  actions: typeof additions | typeof changes,
): Promise<readonly string[]> {
  const done: string[] = []
  for (const [name, act] of Object.entries(actions)) if (await act(world, thief)) done.push(name)
  return done
}

type Later = Pick<Capabilities, 'afterSignOut' | 'afterEndAll' | 'lasts'>

const endedAtOnce: Later = { afterSignOut: 'nothing', afterEndAll: 'nothing', lasts: false }

async function measureLater(theft: Theft, strategy: Strategy): Promise<Later> {
  const signedOut = await openScene(theft, strategy)
  await enter(signedOut.world, signedOut.thief)
  await signedOut.owner.signOut()
  const afterSignOut = await findRemainder(signedOut)
  const used = await openScene(theft, strategy)
  await enter(used.world, used.thief)
  await readForWeeks(used)
  const lasts = await isSignedInAsOwner(used.thief.visit)
  await used.world.auth.sessions.endAllOfUser(await getOwnerId(used.world))
  return { afterSignOut, afterEndAll: await findRemainder(used), lasts }
}

async function findRemainder({ world, thief }: Scene): Promise<Remainder> {
  if (await isSignedInAsOwner(thief.visit)) return 'the session'
  return (await enter(world, thief)) ? 'signs in again' : 'nothing'
}

/** Reads the session often enough to extend it. */
async function readForWeeks({ thief }: Scene): Promise<void> {
  for (let index = 0; index < 6; index++) {
    advanceClock(10 * day)
    await thief.visit.getSession()
  }
}

/** Returns how the owner signs in, after the thief did everything. The thief has nothing then. */
async function findOwnerAccess(world: World): Promise<Capabilities['owner']> {
  if (await canSignIn(world)) return 'alone'
  await recoverAccount(world)
  return (await canSignIn(world)) ? 'with an administrator' : 'never'
}

/** Returns whether the owner signs in in a new browser. */
export async function canSignIn(world: World): Promise<boolean> {
  const [way = 'with the first method'] = listWays(world.setUp)
  return signInOwner(world, world.open(), way)
}

/** Does what an administrator does after a theft. */
export async function recoverAccount({ auth, store }: World): Promise<void> {
  const userId = (await store.getUserByEmail('ada@example.com'))?.id ?? ''
  await auth.sessions.endAllOfUser(userId)
  await auth.api.twoFactor.remove(serverHead, userId)
}
