import { expect } from 'vitest'
import type { Random } from '../support/fire.js'
import { endsWithSessions, getLimits } from './definition.js'
import { canSignIn, openScene, type PlantedFault, readLevel, recoverAccount, type Scene } from './measure.js'
import { ownerActions } from './owner-actions.js'
import { isSignedInAsOwner, listWays, signInOwner } from './set-ups.js'
import type { Theft } from './stolen-things.js'
import { enter } from './thief.js'
import { additions, attempts, changes, endOthers } from './thief-actions.js'
import { advanceClock, endSessions, getOwnerId, minute, type Strategy } from './world.js'

/** A theft, and what the owner and the thief do after it, in this order. */
export interface Story {
  readonly theft: Theft
  readonly strategy: Strategy
  readonly steps: readonly Step[]
}

type ThiefStep = keyof typeof thiefActions
type OwnerStep = keyof typeof ownerActions

/** What one of them does. */
export type Step = { readonly thief: ThiefStep } | { readonly owner: OwnerStep }

const thiefActions = { ...additions, ...changes, ...attempts, 'ends the other sessions': endOthers }

/** Lists the steps of stories about a theft. */
function listSteps({ thing }: Theft): readonly Step[] {
  // Without the second factor, the password and the mailbox are enough by definition.
  const keepsFactors = thing === 'password' || thing === 'mailbox'
  const names = Object.keys(ownerActions) as OwnerStep[]
  return [
    ...(Object.keys(thiefActions) as ThiefStep[]).map(thief => ({ thief })),
    ...names.filter(name => !keepsFactors || name !== 'removes the app').map(owner => ({ owner })),
  ]
}

/** Picks the steps of a story. Every second one is of the thief. */
export function pickSteps(theft: Theft, count: number, random: Random): readonly Step[] {
  const steps = listSteps(theft)
  const ofThief = steps.filter(step => 'thief' in step)
  return Array.from({ length: count }, (_, index) => {
    const choices = index % 2 === 0 ? steps : ofThief
    return choices[Math.floor(random() * choices.length)] ?? { thief: 'signs in with the stolen thing' }
  })
}

/** Plays a story. Fails if the thief gets more than was stolen, or if the owner does not get back in. */
export async function playStory(story: Story, plant?: PlantedFault): Promise<void> {
  const scene = await openScene(story.theft, story.strategy, plant)
  for (const [index, step] of story.steps.entries()) {
    const done = await play(scene, step)
    await expectWithinLimits(story, scene, { done, until: index + 1 })
  }
  await expectOwnerGetsBackIn(story, scene)
}

async function play(scene: Scene, step: Step): Promise<boolean> {
  if ('thief' in step) return thiefActions[step.thief](scene.world, scene.thief)
  await ownerActions[step.owner](scene)
  return false
}

interface Progress {
  readonly done: boolean
  /** The number of steps that were played. */
  readonly until: number
}

async function expectWithinLimits(
  story: Story,
  { world, thief }: Scene,
  { done, until }: Progress,
): Promise<void> {
  const limits = getLimits(story.theft)
  const step = story.steps[until - 1]
  const where = describeStory({ ...story, steps: story.steps.slice(0, until) })
  const level = await readLevel(world, thief)
  // A second factor that the thief sets up is one of the session.
  const isTwoFactors = limits.isTwoFactors || limits.adds.includes('sets up an authenticator app')
  const exceeded = [
    level.reads && !limits.reads && 'is signed in',
    level.isRecent && !(limits.isRecent || isTwoFactors) && 'has a recent session',
    level.isTwoFactors && !isTwoFactors && 'has two factors',
    done && step && 'thief' in step && !isAllowedStep(step.thief) && step.thief,
  ].filter(Boolean)
  expect(exceeded, where).toEqual([])

  function isAllowedStep(name: ThiefStep): boolean {
    if (name in additions) return limits.adds.includes(name)
    if (name in changes) return limits.changes.includes(name) || isTwoFactors
    return limits.endsOthers || isTwoFactors
  }
}

/** The owner signs in and ends the sessions of the thief. Only a thief with a full session makes an administrator necessary. */
async function expectOwnerGetsBackIn(story: Story, { world, thief }: Scene): Promise<void> {
  const { adds, reads } = getLimits(story.theft)
  const where = describeStory(story)
  if (isCopySignedOut(story)) {
    // A session that continued under a new id can be read for 30 seconds.
    advanceClock(31_000)
    expect(await isSignedInAsOwner(thief.visit), `the sign-out ends no copy: ${where}`).toBe(false)
  }
  if (!(await canSignInWithinAnHour())) {
    expect(adds, `the owner does not get back in: ${where}`).toContain('sets up an authenticator app')
    await recoverAccount(world)
    expect(await canSignInWithinAnHour(), `nor with an administrator: ${where}`).toBe(true)
  }
  const owner = world.open()
  await signInOwner(world, owner, listWays(world.setUp)[0] ?? 'with the first method')
  // Where methods are unknown, the app ends sessions.
  if (!(await endSessions(world, owner, 'all')))
    await world.auth.sessions.endAllOfUser(await getOwnerId(world))
  if (endsWithSessions(story.theft))
    expect(await isSignedInAsOwner(thief.visit), `the thief stays signed in: ${where}`).toBe(false)
  if (!reads) expect(await enter(world, thief), `the thief signs in: ${where}`).toBe(false)

  async function canSignInWithinAnHour(): Promise<boolean> {
    if (await canSignIn(world)) return true
    advanceClock(60 * minute)
    return canSignIn(world)
  }
}

/** Returns whether the owner ended the session from which the cookie was copied. A session that may add a method may have an id of its own. */
function isCopySignedOut({ theft, steps }: Story): boolean {
  const isCopy = theft.thing.startsWith('session cookie') && getLimits(theft).adds.length === 0
  return isCopy && steps.some(step => 'owner' in step && step.owner === 'signs out in the same browser')
}

/** Describes a story, so that it can be played again. */
function describeStory({ theft: { thing, setUp, way }, strategy, steps }: Story): string {
  const lines = steps.map(step =>
    'thief' in step ? `  the thief: ${step.thief}` : `  the owner: ${step.owner}`,
  )
  return [`${thing}, of an owner with ${setUp.name} ${way ?? ''}, ${strategy} sessions:`, ...lines].join('\n')
}
