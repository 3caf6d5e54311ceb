import type { AccountKey } from '../../types/adapter.js'
import { describeBrowser } from './action.js'
import type { BrowserCookie } from './browser.js'
import { isPasskey, registerPasskey } from './passkey-actions.js'
import type { PersonName } from './people.js'
import { isFederated, type SimulatedProvider } from './providers.js'
import { completeSignIn, startSignIn } from './sign-in-actions.js'
import type { Step } from './steps.js'
import { Violation } from './violation.js'
import type { BrowserModel, World } from './world.js'

/** How long a session adds ways to sign in. Then its user confirms who they are first. */
export const recentSeconds = 900

/** Every third step, so that the copies of a story are of different ages. */
const stepsPerCopy = 3

/** A cookie that Eve copied from the browser of a victim. */
export interface CopiedCookie {
  readonly owner: PersonName
  /** The browser, in words. */
  readonly browser: string
  readonly name: string
  readonly isSession: boolean
  /** The cookie. That of a session can have several parts. */
  readonly cookies: readonly BrowserCookie[]
}

/** Copies one cookie of the victim of a step: any one. Returns none for most steps, or if the browser has none. */
export function copyCookie(world: World, step: Step): readonly CopiedCookie[] {
  const victim = world.getVictimBrowserModel(step)
  const cookies = victim.browser.listCookies('')
  const index = Math.floor(step.randomIndex / stepsPerCopy)
  const picked = cookies[index % cookies.length]
  if (!picked || step.randomIndex % stepsPerCopy !== 0) return []
  const { sessionCookieName } = world.simulation
  const isSession = picked.name.startsWith(sessionCookieName)
  const copied = {
    owner: victim.person.name,
    browser: describeBrowser(victim),
    name: picked.name,
    isSession,
    cookies: isSession ? victim.browser.listCookies(sessionCookieName) : [picked],
  }
  return [copied]
}

/** The victims sign in again where they are signed in. Their sessions are recent then, and copies of them are not. */
export async function signInVictimsAgain(world: World): Promise<void> {
  for (const state of world.browsers) {
    const provider = world.app.providers.find(
      ({ id, type }) => type !== 'webauthn' && world.successfulSignIns.has(`${state.person.name} ${id}`),
    )
    if (!provider || !state.isSignedIn || state.person.name === 'Eve') continue
    world.app.actors = [state.person]
    await completeSignIn(world, state, provider)
  }
}

/**
 * Uses a copy in a browser that has nothing else. Only a session cookie signs in. It is older than 15 minutes, so it adds no way to sign in, also
 * if its owner signed in again meanwhile.
 *
 * @throws Violation
 */
export async function useCopiedCookie(world: World, copied: CopiedCookie, index: number): Promise<void> {
  const state = world.openFreshBrowser('Eve')
  for (const { name, value } of copied.cookies) state.browser.plantCookie(name, value)
  if (!(await isSignedIn(world, state))) return
  if (!copied.isSession)
    throw new Violation('no session without proof', `The cookie "${copied.name}" alone signs in.`)
  for (const provider of world.app.providers) {
    const knownAccounts = world.app.accounts.length
    await addMethod(world, state, { provider, index })
    for (const account of world.app.accounts.slice(knownAccounts))
      if ((await world.app.findAccountOwner(account)) === copied.owner) throw createViolation(copied, account)
  }
}

async function isSignedIn(world: World, state: BrowserModel): Promise<boolean> {
  const response = await world.send(state, 'session')
  return response.status === 200 && (await response.json()) !== null
}

interface Addition {
  readonly provider: SimulatedProvider
  /** The number of the copy, so that no account exists before. */
  readonly index: number
}

/** Eve adds a passkey or an account of her own. */
async function addMethod(world: World, state: BrowserModel, { provider, index }: Addition): Promise<void> {
  const { sub, email } = world.people.Eve
  const id = `${sub}-copy-${index}`
  const claims = { sub: id, id, email: `copy-${index}-${email}` }
  if (isPasskey(provider))
    await registerPasskey(world, state, { providerId: provider.id, email: claims.email })
  if (!isFederated(provider)) return
  const url = await startSignIn(world, state, { provider, claims })
  if (url) await world.send(state, url)
}

function createViolation({ owner }: CopiedCookie, { provider }: AccountKey): Violation {
  const message = `A copy of a session cookie that is older than 15 minutes adds an account of "${provider}" to ${owner}.`
  return new Violation('a copied cookie gives no more than it had', message)
}
