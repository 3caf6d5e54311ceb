import { describeBrowser, type StepOutcome } from './action.js'
import { personNames, type SimulatedPerson } from './people.js'
import { Violation } from './violation.js'
import { type BrowserModel, isSuccess, type World } from './world.js'

/** Session cookies that must not work any more. */
export interface EndedSession {
  readonly cookies: string
  readonly rule: 'a sign-out is final' | 'an expired session is gone'
  readonly owner: string
}

/**
 * Reads the session of each browser, and compares it with what the model expects.
 *
 * @throws Violation
 */
export async function checkSessions(world: World, outcome: StepOutcome): Promise<void> {
  const { responses } = world
  const lastResponse = responses.at(-1)
  world.responses = [] // the responses of the step stay without those of this check
  for (const state of world.browsers) {
    const session = await readSession(world, state)
    if (outcome.signedOutBrowser === state)
      checkSignOut(world, state, { session, isResponseSuccess: isSuccess(lastResponse) })
    if (session === null) checkMissingSession(world, state, outcome)
    else checkExistingSession(world, { state, session, outcome })
    if (session === null) state.isSignedIn = false
    state.sessionCookies = state.browser.getCookies(world.simulation.sessionCookieName)
  }
  world.responses = responses
}

/**
 * Verifies that ended sessions stay ended, also for a copy of their cookies.
 *
 * @throws Violation
 */
export async function checkEndedSessions(
  world: World,
  endedSessions: readonly EndedSession[],
): Promise<void> {
  for (const { cookies, rule, owner } of endedSessions) {
    const state = world.openFreshBrowser('Eve')
    const response = await world.send(state, 'session', { cookie: cookies })
    if ((await parseSession(response)) !== null)
      throw new Violation(rule, `A copy of a session cookie of ${owner} still works after the session ended.`)
  }
}

/** Returns the session of a browser, or null. */
export async function readSession(world: World, state: BrowserModel): Promise<unknown> {
  if (!state.isSignedIn && !state.browser.getCookies(world.simulation.sessionCookieName)) return null
  const response = await world.send(state, 'session')
  if (response.status !== 200) {
    const message = `Reading the session in ${describeBrowser(state)} returns ${response.status}, although nothing fails.`
    const logged = world.app.loggedErrors.at(-1)
    throw new Violation(
      'no request fails without a fault',
      logged ? `${message} The app logged: ${logged.message}` : message,
    )
  }
  return parseSession(response)
}

async function parseSession(response: Response): Promise<unknown> {
  return response.status === 200 ? ((await response.json()) as unknown) : null
}

interface SignOutResult {
  readonly session: unknown
  readonly isResponseSuccess: boolean
}

/** A sign-out ends the session if its response says so, or if nothing failed. */
function checkSignOut(
  { app }: World,
  state: BrowserModel,
  { session, isResponseSuccess }: SignOutResult,
): void {
  if (!isResponseSuccess && app.faults.failedCall !== null) return
  state.isSignedIn = false
  if (session !== null)
    throw new Violation(
      'a sign-out is final',
      `${describeBrowser(state)} still has a session after its sign-out.`,
    )
}

function checkMissingSession(world: World, state: BrowserModel, outcome: StepOutcome): void {
  const { absoluteMaxAge } = world.simulation
  const mayEnd = [outcome.signedOutBrowser, outcome.overwrittenBrowser].includes(state)
  const mayFail = outcome.authenticatedBrowsers?.includes(state) && world.app.faults.failedCall !== null
  const isTooOld = Date.now() - state.signedInAt >= (absoluteMaxAge - 1) * 1000
  if (!state.isSignedIn || mayEnd || mayFail || isTooOld) return
  const message = `The session in ${describeBrowser(state)} ended, although ${state.person.name} did not sign out.`
  throw new Violation('only a sign-out or its age ends a session', message)
}

interface PresentSession {
  readonly state: BrowserModel
  readonly session: unknown
  readonly outcome: StepOutcome
}

function checkExistingSession(world: World, { state, session, outcome }: PresentSession): void {
  const foreign = findForeignData(world, state.person, session)
  if (foreign !== null)
    throw new Violation(
      'a session shows only its own user',
      `The session in ${describeBrowser(state)} shows ${foreign}.`,
    )
  if (!state.isSignedIn && !outcome.authenticatedBrowsers?.includes(state)) {
    const { name } = state.person
    const message = `${describeBrowser(state)} has a session, although ${name} did not prove to be ${name} in it.`
    throw new Violation('no session without proof', message)
  }
  if (!state.isSignedIn) state.signedInAt = Date.now()
  state.isSignedIn = true
}

/** Returns what a session shows of another person, in words, or null. */
function findForeignData(world: World, person: SimulatedPerson, session: unknown): string | null {
  const values = listValues(session)
  for (const name of personNames.filter(other => other !== person.name)) {
    const { email, fullName, sub } = world.people[name]
    const isClaimed = person.name === 'Eve' && world.claimedEmails.has(email)
    const identifiers = [fullName, sub, ...(isClaimed ? [] : [email])]
    const shown = values.find(value => identifiers.some(text => value.includes(text)))
    if (shown !== undefined) return `"${shown}" of ${name}`
    const id = world.app.users.find(
      user => user.owner === name && values.includes(user.id) && user.id.length > 7,
    )
    if (id) return `the user id of ${name}`
  }
  return null
}

/** Lists all texts in a JSON value. */
function listValues(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listValues) : []
}
