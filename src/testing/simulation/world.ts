import type { SimulatedApp } from './app.js'
import type { SimulatedPasskey } from './authenticator.js'
import { attackerOrigin, type BrowserCookie, type BrowserRequest, SimulatedBrowser } from './browser.js'
import type { SimulatedClock } from './clock.js'
import { createPerson, type PersonName, personNames, type SimulatedPerson } from './people.js'
import { buildClaims, type SimulatedProvider } from './providers.js'
import type { SimulationSettings } from './simulation.js'
import type { Step } from './steps.js'

/** One of the two browsers of a person, and what the model knows about it. */
export interface BrowserModel {
  readonly person: SimulatedPerson
  readonly index: 0 | 1
  readonly browser: SimulatedBrowser
  /** Whether the person proved in this browser who they are, and did not sign out since. */
  isSignedIn: boolean
  signedInAt: number
  /** The session cookies of the latest response. */
  sessionCookies: string
  /** A callback URL of the identity provider that was not opened yet. */
  openCallback: { readonly url: string; readonly providerId: string } | null
  usedCallback: string | null
  /** The URL of a policy that interrupted the latest sign-in, which was not continued yet. */
  pendingSignIn: string | null
  /** The latest sign-in that was continued, with the cookies that it had. */
  completedSignIn: { readonly url: string; readonly cookies: readonly BrowserCookie[] } | null
}

/** A passkey of a person. */
export interface PasskeyModel {
  readonly owner: PersonName
  readonly providerId: string
  readonly authenticator: SimulatedPasskey
  /** The latest response that signed in, and the cookies of its ceremony. It must not sign in again. */
  usedResponse: { readonly data: string; readonly cookies: string; readonly counter: number } | null
}

/** A request to an action. */
interface ActionRequest extends Omit<BrowserRequest, 'path'> {
  /** Whether it continues a sign-in that a policy interrupted. @default false */
  readonly isContinuation?: boolean
}

interface WorldParts {
  readonly app: SimulatedApp
  readonly clock: SimulatedClock
  readonly simulation: SimulationSettings
  /** Tells the persons of several stories apart if they share a store. */
  readonly suffix: string
}

/** The state of one story: the app, the browsers, and what happened in the current step. */
export class World {
  readonly people: Readonly<Record<PersonName, SimulatedPerson>>
  readonly browsers: readonly BrowserModel[]
  /** The responses of the current step. */
  responses: Response[] = []
  /** The emails that Eve claimed at an identity provider that does not verify them. */
  readonly claimedEmails = new Set<string>()
  /** The passkeys that were registered. */
  readonly passkeys: PasskeyModel[] = []
  /** Whether persons continue sign-ins that a policy interrupts. */
  continuesSignIns = true
  /** Sign-ins that succeeded in this story: person and provider. They must succeed again. */
  readonly successfulSignIns = new Set<string>()

  readonly app: SimulatedApp
  readonly clock: SimulatedClock
  readonly simulation: SimulationSettings

  constructor({ app, clock, simulation, suffix }: WorldParts) {
    this.app = app
    this.clock = clock
    this.simulation = simulation
    const createNamed = (name: PersonName) => createPerson(name, suffix)
    this.people = { Ada: createNamed('Ada'), Ben: createNamed('Ben'), Eve: createNamed('Eve') }
    this.browsers = personNames.flatMap(name => [this.#createState(name, 0), this.#createState(name, 1)])
  }

  /** Returns the browser of a step. */
  getBrowserModel({ person, browserIndex }: Pick<Step, 'person' | 'browserIndex'>): BrowserModel {
    return this.#findBrowser(person, browserIndex)
  }

  /** Returns a browser of the victim of a step. */
  getVictimBrowserModel({ victim, browserIndex }: Step): BrowserModel {
    return this.#findBrowser(victim, browserIndex)
  }

  /** Opens a browser without cookies, which no step uses. */
  openFreshBrowser(name: PersonName): BrowserModel {
    return this.#createState(name, 0)
  }

  /** Selects the provider of a step from those that `isEligible` allows. */
  selectProvider<T extends SimulatedProvider>(
    { providerIndex }: Step,
    isEligible: (candidate: SimulatedProvider) => candidate is T,
  ): T | null {
    const candidates = this.app.providers.filter(isEligible)
    return candidates[providerIndex % candidates.length] ?? null
  }

  /** Returns the claims of a person at a provider. */
  getClaims(person: SimulatedPerson, providerId: string) {
    return { ...buildClaims(person), ...this.simulation.claims?.(person, providerId) }
  }

  /** Sends a request to an action. A sign-in that a policy interrupts is continued, unless the request continues one. */
  async send(
    state: BrowserModel,
    action: string,
    { isContinuation = false, ...init }: ActionRequest = {},
  ): Promise<Response> {
    const path = action.startsWith('http') ? action : `${this.simulation.basePath}/${action}`
    const response = await state.browser.send({ ...init, path })
    if (init.cookie !== undefined) return response
    this.responses.push(response)
    if (!isInterruption(response)) return response
    const url = response.headers.get('location') ?? ''
    state.pendingSignIn = url
    const isContinued = this.continuesSignIns && !isContinuation
    return (isContinued ? await resumeSignIn(this, state, { url }) : null) ?? response
  }

  /** Runs functions in parallel, in an order that a seed selects. Their results are the last responses of the step. */
  async runInParallel(seed: number, tasks: readonly (() => Promise<Response | null>)[]): Promise<void> {
    const results = await this.app.interleaver.run(tasks, seed)
    const last = results.filter(response => response !== null)
    this.responses = [...this.responses.filter(response => !last.includes(response)), ...last]
  }

  /** Submits the form of a page, with the CSRF token of the browser. */
  async submit(state: BrowserModel, action: string, fields: Record<string, string> = {}): Promise<Response> {
    return this.send(state, action, { form: { csrfToken: await this.readCsrfToken(state), ...fields } })
  }

  async readCsrfToken(state: BrowserModel): Promise<string> {
    const response = await this.send(state, 'csrf')
    const text = await response.clone().text()
    const body: unknown = response.status === 200 ? JSON.parse(text) : null
    return body && typeof body === 'object' && 'csrfToken' in body ? String(body.csrfToken) : ''
  }

  #findBrowser(name: PersonName, index: 0 | 1): BrowserModel {
    const state = this.browsers.find(({ person, index: at }) => person.name === name && at === index)
    if (state) return state
    throw new Error(`No browser ${index} of ${name}.`)
  }

  #createState(name: PersonName, index: 0 | 1): BrowserModel {
    const browser = new SimulatedBrowser(this.simulation.origin, request => this.app.handle(request))
    const session = { isSignedIn: false, signedInAt: 0, sessionCookies: '' }
    return {
      person: this.people[name],
      index,
      browser,
      ...session,
      openCallback: null,
      usedCallback: null,
      pendingSignIn: null,
      completedSignIn: null,
    }
  }
}

/** Returns the `error` of a redirect, or null. */
export function readError(response: Response): string | null {
  const location = response.headers.get('location')
  return location === null ? null : new URL(location, attackerOrigin).searchParams.get('error')
}

/** Returns whether a response neither is nor redirects to an error. */
export function isSuccess(response: Response | undefined): boolean {
  return response !== undefined && response.status < 400 && readError(response) === null
}

/** Returns whether a policy of a plugin interrupted the sign-in. */
export function isInterruption(response: Response | undefined): boolean {
  const location = response?.headers.get('location')
  return location ? new URL(location, attackerOrigin).searchParams.has('pending') : false
}

/** A sign-in that a policy interrupted. */
interface InterruptedSignIn {
  /** The URL of the policy. */
  readonly url: string
  /** Whose answers are given. @default the person of the browser */
  readonly person?: SimulatedPerson
}

/**
 * Continues a sign-in that a policy interrupted, as its user does.
 *
 * @returns the response, or null if the simulation has no form for it
 */
export async function resumeSignIn(
  world: World,
  state: BrowserModel,
  { url, person = state.person }: InterruptedSignIn,
): Promise<Response | null> {
  const continuation = world.simulation.continuation?.(new URL(url), person)
  if (!continuation) return null
  const cookies = state.browser.listCookies('').filter(({ name }) => !isSessionCookie(world, name))
  const form = { csrfToken: await world.readCsrfToken(state), ...continuation.fields }
  const response = await world.send(state, continuation.action, { form, isContinuation: true })
  if (isInterruption(response) || !isSuccess(response)) return response
  state.completedSignIn = { url, cookies }
  state.pendingSignIn = null
  return response
}

function isSessionCookie({ simulation }: World, name: string): boolean {
  return name.startsWith(simulation.sessionCookieName)
}
