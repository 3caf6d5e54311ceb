import type { Fault } from './faults.js'
import { type PersonName, personNames } from './people.js'
import type { RandomChoices } from './random.js'

/** What can happen in a story, and how often. */
const stepWeights = {
  signIn: 12,
  startSignIn: 4,
  finishSignIn: 4,
  denyAccess: 1,
  requestEmail: 4,
  openEmail: 4,
  openUsedEmail: 4,
  tryEmailToken: 2,
  submitStolenCode: 1,
  tryCredentials: 2,
  addPasskey: 2,
  registerPasskeyWithVictimEmail: 2,
  tryForgedPasskey: 1,
  tryClonedPasskey: 2,
  repeatPasskeyResponse: 2,
  repeatCallback: 3,
  openStolenCallback: 2,
  openAttackerCallback: 2,
  signInWithUnverifiedEmail: 2,
  readSession: 2,
  updateSession: 3,
  signOut: 5,
  submitCrossSiteForm: 3,
  plantCookie: 2,
  sendRequest: 4,
  readSessionTwice: 2,
  updateBesideRead: 1,
  signOutBesideRead: 2,
  finishSignInTwice: 3,
  openEmailTwice: 3,
  signInTogether: 3,
  waitAMinute: 2,
  waitForHours: 2,
  waitUntilExpiry: 1,
}

/** What can happen beside if policies can interrupt sign-ins. */
const policyWeights = {
  startPendingSignIn: 5,
  resumeSignIn: 4,
  resumeSignInTwice: 2,
  repeatResumption: 3,
  resumeStolenSignIn: 2,
}

/** The kind of a step. */
export type StepKind = keyof typeof stepWeights | keyof typeof policyWeights

/**
 * One step of a story. It names no value of an earlier step, so a story without any other step still makes sense. A step that
 * is not possible, such as to open an email before one was sent, does nothing.
 */
export interface Step {
  readonly kind: StepKind
  readonly person: PersonName
  /** The index of one of the two browsers of the person. */
  readonly browserIndex: 0 | 1
  /** Whom the attacker targets. */
  readonly victim: 'Ada' | 'Ben'
  /** Selects the provider. */
  readonly providerIndex: number
  /** Selects a detail, such as the method of a request. */
  readonly randomIndex: number
  readonly fault: Fault | null
}

/** The share of steps with a fault, and the calls that such a step usually has. A sign-in has the most. */
const signInFaults = { share: 0.4, calls: 10 }
const otherFaults = { share: 0.15, calls: 5 }
type KindWeights = [[StepKind, number], ...[StepKind, number][]]
const kindWeights = Object.entries(stepWeights) as KindWeights
const kindWeightsWithPolicies = Object.entries({ ...stepWeights, ...policyWeights }) as KindWeights

/** The length of a story, and whether calls fail in it. */
export interface StoryOptions {
  readonly count: number
  readonly hasFaults: boolean
  /** Whether policies can interrupt sign-ins. */
  readonly hasPolicies: boolean
}

/** Generates a story. */
export function generateSteps(
  random: RandomChoices,
  { count, hasFaults, hasPolicies }: StoryOptions,
): Step[] {
  const weights = hasPolicies ? kindWeightsWithPolicies : kindWeights
  return Array.from({ length: count }, () => {
    const person = random.pick(personNames)
    const step = {
      kind: random.pickWeighted(weights),
      person,
      browserIndex: random.pick([0, 1] as const),
      victim: random.pick(['Ada', 'Ben'] as const),
      providerIndex: random.nextIndex(1000),
      randomIndex: random.nextIndex(1000),
    }
    const isSignIn = step.kind === 'signIn' || step.kind === 'openEmail'
    const { share, calls } = isSignIn ? signInFaults : otherFaults
    const isFaulty = random.next() < share
    const at = random.nextIndex(calls)
    const kind = random.pick(['before', 'after'] as const)
    return { ...step, fault: hasFaults && isFaulty ? { at, kind } : null }
  })
}

/** Lists simpler forms of a step, for a shorter failing story. */
export function listSimplerSteps(step: Step): Step[] {
  return [
    ...(step.fault ? [{ ...step, fault: null }] : []),
    ...(step.browserIndex === 1 ? [{ ...step, browserIndex: 0 as const }] : []),
  ]
}
