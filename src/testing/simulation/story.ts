import type { StepOutcome } from './action.js'
import { SimulatedApp } from './app.js'
import { checkResponses } from './check-responses.js'
import { checkEndedSessions, checkSessions, type EndedSession, readSession } from './check-sessions.js'
import { runWithClock } from './clock.js'
import {
  type CopiedCookie,
  copyCookie,
  recentSeconds,
  signInVictimsAgain,
  useCopiedCookie,
} from './copied-cookies.js'
import { emailActions } from './email-actions.js'
import { parallelActions } from './parallel-actions.js'
import { passkeyActions } from './passkey-actions.js'
import { pendingActions } from './pending-actions.js'
import { sessionActions } from './session-actions.js'
import { describeResponse, findSignInFailure, signInActions } from './sign-in-actions.js'
import type { SimulationSettings } from './simulation.js'
import type { Step } from './steps.js'
import { Violation } from './violation.js'
import { type BrowserModel, isInterruption, isSuccess, World } from './world.js'

/** What happened in a story. */
export interface StoryResult {
  readonly violation: Violation | null
  /** The steps that were possible, in words. */
  readonly lines: readonly string[]
  readonly faults: number
  /** The successful sign-ins by provider id. */
  readonly signIns: ReadonlyMap<string, number>
}

const actions = {
  ...signInActions,
  ...emailActions,
  ...passkeyActions,
  ...sessionActions,
  ...parallelActions,
  ...pendingActions,
}

/** Each failure is followed by a pause: a failed discovery is kept for seconds, a failed `createUser` for a minute. */
const pauseAfterFault = 61
const maxEndedSessions = 4
const maxCopiedCookies = 4

/** Runs a story on a new app, and checks the contract after each step. */
export function runStory(
  simulation: SimulationSettings,
  steps: readonly Step[],
  suffix = '',
): Promise<StoryResult> {
  return runWithClock(async clock => {
    const app = await SimulatedApp.create(simulation.config, await simulation.createAdapter())
    return new Story(new World({ app, clock, simulation, suffix })).run(steps)
  })
}

class Story {
  readonly #world: World
  readonly #lines: string[] = []
  readonly #signIns = new Map<string, number>()
  #endedSessions: EndedSession[] = []
  #copiedCookies: CopiedCookie[] = []
  #faults = 0

  constructor(world: World) {
    this.#world = world
  }

  async run(steps: readonly Step[]): Promise<StoryResult> {
    const violation = await this.#findViolation(steps)
    return { violation, lines: this.#lines, faults: this.#faults, signIns: this.#signIns }
  }

  async #findViolation(steps: readonly Step[]): Promise<Violation | null> {
    try {
      for (const step of steps) await this.#runStep(step)
      await this.#signInAgain()
      await this.#useCopiedCookies()
      return null
    } catch (error) {
      if (error instanceof Violation) return error
      this.#lines.push('The next step fails')
      return new Violation(
        'Auth never throws',
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      )
    }
  }

  async #runStep(step: Step): Promise<void> {
    const world = this.#world
    const { app, clock } = world
    const cookiesBefore = world.browsers.map(({ sessionCookies }) => sessionCookies)
    clock.advance(1)
    world.responses = []
    app.loggedErrors = []
    app.actors = [world.people[getActor(step)]]
    app.faults.arm(step.fault)
    const outcome = await actions[step.kind](world, step)
    app.faults.disarm()
    if (!outcome) return
    this.#addLine(outcome)
    await checkResponses(world, outcome)
    this.#recordEndedSessions(outcome, cookiesBefore)
    const signedInBefore = world.browsers.filter(({ isSignedIn }) => isSignedIn)
    await checkSessions(world, outcome)
    checkSingleUse(outcome, signedInBefore)
    await checkEndedSessions(world, this.#endedSessions)
    this.#updateEmails(step, outcome)
    this.#checkSuccess(outcome)
    await this.#checkUsers()
    this.#copiedCookies = [...this.#copiedCookies, ...copyCookie(world, step)].slice(-maxCopiedCookies)
  }

  #addLine({ text }: StepOutcome): void {
    const { responses, app } = this.#world
    const answer = responses.length > 0 ? ` -> ${describeResponse(responses.at(-1))}` : ''
    const { failedCall } = app.faults
    this.#lines.push(`${text}${failedCall === null ? '' : `, while ${failedCall}`}.${answer}`)
  }

  /** Remembers the cookies of sessions that end in this step. JWT sessions end for the browser only. */
  #recordEndedSessions(outcome: StepOutcome, cookiesBefore: readonly string[]): void {
    const { browsers, app } = this.#world
    const isSignOutRecorded = app.strategy === 'database' && app.faults.failedCall === null
    for (const [index, state] of browsers.entries()) {
      const cookies = cookiesBefore[index]
      if (!cookies || !state.isSignedIn) continue
      const owner = state.person.name
      if (outcome.isExpiry) {
        this.#endedSessions.push({ cookies, owner, rule: 'an expired session is gone' })
        state.isSignedIn = false
      } else if (outcome.signedOutBrowser === state && isSignOutRecorded)
        this.#endedSessions.push({ cookies, owner, rule: 'a sign-out is final' })
    }
    this.#endedSessions = this.#endedSessions.slice(-maxEndedSessions)
  }

  /** An email that signed in is used. One whose sign-in failed before its token was used must still work. */
  #updateEmails(step: Step, { authenticatedBrowsers = [], allowsOneSession = false }: StepOutcome): void {
    const { app } = this.#world
    const state = this.#world.getBrowserModel(step)
    if (!['openEmail', 'openEmailTwice', 'signIn', 'startPendingSignIn'].includes(step.kind)) return
    const email = app.emails.findLast(
      ({ identifier, isUsed }) => identifier === state.person.email && !isUsed,
    )
    if (!email) return
    const wasUsed = app.faults.hasCalled('adapter useVerificationToken')
    // An adapter without `getVerificationToken` uses the token before the sign-in may fail, and stores it again.
    const isResponseSuccess = allowsOneSession || isSuccess(this.#world.responses.at(-1))
    // The pending sign-in has the proof of a token that a policy interrupted.
    const isInterrupted = this.#world.responses.some(isInterruption)
    if (wasUsed)
      email.isUsed =
        isInterrupted || (isResponseSuccess && authenticatedBrowsers.some(({ isSignedIn }) => isSignedIn))
    else if (app.faults.failedCall !== null && step.kind === 'openEmail') email.mustWork = true
  }

  #checkSuccess({ signInKey: completeSignIn, mustSucceed, authenticatedBrowsers, text }: StepOutcome): void {
    const { app, successfulSignIns, responses } = this.#world
    const isSignedIn = authenticatedBrowsers?.[0]?.isSignedIn
    if (isSignedIn && completeSignIn) this.#recordSignIn(completeSignIn)
    if (!mustSucceed || app.faults.failedCall !== null || isSignedIn) return
    if (isInterruption(responses.at(-1))) return
    const isKnown = completeSignIn !== undefined && successfulSignIns.has(completeSignIn)
    const rule = isKnown ? 'a sign-in that worked works again' : 'a failure does not use up a token'
    throw new Violation(rule, `${text}, and gets no session: ${describeResponse(responses.at(-1))}.`)
  }

  #recordSignIn(key: string): void {
    this.#world.successfulSignIns.add(key)
    const providerId = key.slice(key.indexOf(' ') + 1)
    this.#signIns.set(providerId, (this.#signIns.get(providerId) ?? 0) + 1)
  }

  /** A failure leaves no user who cannot sign in and keeps the email address from its owner. */
  async #checkUsers(): Promise<void> {
    const { app, clock } = this.#world
    if (app.faults.failedCall === null) return
    this.#faults++
    clock.advance(pauseAfterFault)
    const [user] = await app.listUnreachableUsers()
    if (!user) return
    const message = `The failure left a user of ${user.owner} without an account.`
    throw new Violation('no user is unreachable', message)
  }

  /** At the end, each sign-in that worked must work in a new browser. */
  async #signInAgain(): Promise<void> {
    const world = this.#world
    world.clock.advance(pauseAfterFault)
    world.app.loggedErrors = []
    for (const provider of world.app.providers)
      for (const { person } of world.browsers.filter(({ index }) => index === 0)) {
        if (!world.successfulSignIns.has(`${person.name} ${provider.id}`)) continue
        world.app.actors = [person]
        const state: BrowserModel = world.openFreshBrowser(person.name)
        const failure = await findSignInFailure(world, state, provider)
        if (failure === null && (await readSession(world, state)) !== null) continue
        this.#lines.push(`${person.name} signs in with "${provider.id}" in a new browser. -> ${failure}`)
        const message = `${person.name} cannot sign in with "${provider.id}" again.`
        throw new Violation('a sign-in that worked works again', message)
      }
  }

  /** At the end, Eve tries the cookies that she copied, when none of them is recent. Those of the victims are. */
  async #useCopiedCookies(): Promise<void> {
    const world = this.#world
    world.clock.advance(recentSeconds + 1)
    await signInVictimsAgain(world)
    world.app.actors = [world.people.Eve]
    for (const [index, copied] of this.#copiedCookies.entries()) {
      this.#lines.push(`Eve uses the cookie "${copied.name}" that she copied from ${copied.browser}.`)
      await useCopiedCookie(world, copied, index)
      this.#lines.pop()
    }
  }
}

/**
 * Verifies that what works once did not sign in two browsers.
 *
 * @throws Violation
 */
function checkSingleUse(
  { authenticatedBrowsers = [], allowsOneSession }: StepOutcome,
  signedInBefore: readonly BrowserModel[],
): void {
  const signedIn = authenticatedBrowsers.filter(state => state.isSignedIn && !signedInBefore.includes(state))
  if (allowsOneSession && signedIn.length > 1)
    throw new Violation('no session without proof', 'What works once signed in two browsers.')
}

/** Steps of an attack are done by Eve in her own browser, except those that happen to the victim. */
function getActor({ kind, person, victim }: Step): Step['person'] {
  if (kind === 'openAttackerCallback' || kind === 'submitCrossSiteForm') return victim
  const isAttack =
    /^(?:openStolen|resumeStolen|signInWithUnverified|registerPasskeyWithVictim|repeatPasskey|try|submitStolen)/.test(
      kind,
    )
  return isAttack ? 'Eve' : person
}
