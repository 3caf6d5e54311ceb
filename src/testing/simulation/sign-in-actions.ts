import { describeBrowser, type StepRunner } from './action.js'
import { openEmail, requestEmail } from './email-actions.js'
import { usePasskey } from './passkey-actions.js'
import { isFederated, type SimulatedProvider } from './providers.js'
import { type BrowserModel, isSuccess, type World } from './world.js'

/** Signs in from start to end. */
const signIn: StepRunner = async (world, step) => {
  const provider = world.selectProvider(step, createSignInFilter(world))
  const state = world.getBrowserModel(step)
  if (!provider) return null
  const wasSignedIn = state.isSignedIn
  if (!(await completeSignIn(world, state, provider))) return null
  const key = `${state.person.name} ${provider.id}`
  return {
    text: `${state.person.name} signs in with "${provider.id}" in ${describeBrowser(state)}`,
    authenticatedBrowsers: [state],
    mustNotFail: true,
    ...(!wasSignedIn && { signInKey: key, mustSucceed: world.successfulSignIns.has(key) }),
  }
}

/** Signs in from start to end. Returns false if the person cannot use the provider. */
export async function completeSignIn(
  world: World,
  state: BrowserModel,
  provider: SimulatedProvider,
): Promise<boolean> {
  if (provider.type === 'email') {
    const email = await requestEmail(world, state, provider)
    if (email) await openEmail(world, state, email)
    return true
  }
  if (provider.type === 'credentials') {
    const fields = world.simulation.credentials?.(state.person, provider.id)
    if (fields) await world.submit(state, `callback/${provider.id}`, fields)
    return Boolean(fields)
  }
  if (provider.type === 'webauthn') return usePasskey(world, state, provider.id)
  const url = await startSignIn(world, state, { provider })
  if (url) await world.send(state, url)
  return true
}

/** How a sign-in at an identity provider differs from the usual one. */
export interface StartOptions {
  readonly provider: SimulatedProvider
  readonly fields?: Record<string, string>
  readonly claims?: Record<string, unknown>
  readonly deny?: boolean
}

/** Goes to the identity provider and allows or denies access there. Returns the callback URL, or null if there was no redirect to it. */
export async function startSignIn(
  world: World,
  state: BrowserModel,
  options: StartOptions,
): Promise<string | null> {
  const { provider, fields = {}, claims = {}, deny = false } = options
  const response = await world.submit(state, `signin/${provider.id}`, fields)
  const location = response.headers.get('location')
  if (!location?.startsWith(`${provider.identityProvider?.issuer}/`)) return null
  const user = { ...world.getClaims(state.person, provider.id), ...claims }
  return provider.identityProvider?.authorize(location, { user, deny }).href ?? null
}

const startStep: StepRunner = async (world, step) => {
  const provider = world.selectProvider(step, isFederated)
  const state = world.getBrowserModel(step)
  if (!provider) return null
  const url = await startSignIn(world, state, { provider })
  state.openCallback = url === null ? null : { url, providerId: provider.id }
  return {
    text: `${state.person.name} goes to "${provider.id}" in ${describeBrowser(state)}, and does not return yet`,
    mustNotFail: true,
  }
}

const finishStep: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  const { openCallback } = state
  if (!openCallback) return null
  await world.send(state, openCallback.url)
  state.usedCallback = openCallback.url
  state.openCallback = null
  return {
    text: `${state.person.name} returns from "${openCallback.providerId}" in ${describeBrowser(state)}`,
    authenticatedBrowsers: [state],
  }
}

const denyStep: StepRunner = async (world, step) => {
  const provider = world.selectProvider(step, isFederated)
  const state = world.getBrowserModel(step)
  if (!provider) return null
  const url = await startSignIn(world, state, { provider, deny: true })
  if (url) await world.send(state, url)
  return { text: `${state.person.name} denies access at "${provider.id}" in ${describeBrowser(state)}` }
}

const repeatCallback: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  if (!state.usedCallback) return null
  await world.send(state, state.usedCallback)
  return { text: `${state.person.name} opens a used callback URL again in ${describeBrowser(state)}` }
}

const openStolenCallback: StepRunner = async (world, step) => {
  const victim = world.getVictimBrowserModel(step)
  const state = world.getBrowserModel({ person: 'Eve', browserIndex: step.browserIndex })
  if (!victim.openCallback) return null
  await world.send(state, victim.openCallback.url)
  return { text: `Eve opens the callback URL of ${victim.person.name} in ${describeBrowser(state)}` }
}

const openAttackerCallback: StepRunner = async (world, step) => {
  const victim = world.getVictimBrowserModel(step)
  const { openCallback } = world.getBrowserModel({ person: 'Eve', browserIndex: step.browserIndex })
  if (!openCallback) return null
  await world.send(victim, openCallback.url, { isCrossSite: true })
  return {
    text: `${victim.person.name} follows a link to the callback URL of Eve in ${describeBrowser(victim)}`,
  }
}

/** Eve says at an identity provider that the email of the victim is hers. The identity provider does not verify it. */
const signInWithUnverifiedEmail: StepRunner = async (world, step) => {
  const provider = world.selectProvider(step, isFederated)
  const state = world.getBrowserModel({ person: 'Eve', browserIndex: step.browserIndex })
  if (provider?.type !== 'oidc' || !world.app.hasRecords) return null
  const { email } = world.people[step.victim]
  world.claimedEmails.add(email)
  const claims = {
    sub: `${state.person.sub}-claim`,
    id: `${state.person.sub}-claim`,
    email,
    email_verified: false,
  }
  const url = await startSignIn(world, state, { provider, claims: { ...claims, verified_email: false } })
  if (url) await world.send(state, url)
  return {
    text: `Eve signs in with "${provider.id}" in ${describeBrowser(state)}, as an account with the unverified email of ${step.victim}`,
    authenticatedBrowsers: [state],
  }
}

const tryCredentials: StepRunner = async (world, step) => {
  const provider = world.selectProvider(step, isCredentials)
  const state = world.getBrowserModel({ person: 'Eve', browserIndex: step.browserIndex })
  const right = provider && world.simulation.credentials?.(world.people[step.victim], provider.id)
  if (!provider || !right) return null
  const names = Object.keys(right)
  const secret = names.find(name => /pass|secret|pin|code|token|otp|key/i.test(name)) ?? names.at(-1) ?? ''
  await world.submit(state, `callback/${provider.id}`, { ...right, [secret]: `not ${right[secret]}` })
  return {
    text: `Eve enters the credentials of ${step.victim} with a wrong "${secret}" in ${describeBrowser(state)}`,
  }
}

function isCredentials(provider: SimulatedProvider): provider is SimulatedProvider {
  return provider.type === 'credentials'
}

/** Returns a filter of the providers that the persons can sign in with. */
export function createSignInFilter({ simulation, app }: World) {
  return (provider: SimulatedProvider): provider is SimulatedProvider =>
    provider.type !== 'credentials' || (simulation.credentials !== undefined && app.strategy === 'jwt')
}

/** Returns the last page of a complete sign-in in a fresh browser, or null if the session is there. */
export async function findSignInFailure(
  world: World,
  state: BrowserModel,
  provider: SimulatedProvider,
): Promise<string | null> {
  world.responses = []
  await completeSignIn(world, state, provider)
  const last = world.responses.at(-1)
  return isSuccess(last) ? null : describeResponse(last)
}

/** Describes a response in a few words. */
export function describeResponse(response: Response | undefined): string {
  if (!response) return 'no response'
  const location = response.headers.get('location')
  return location === null ? `${response.status}` : `${response.status} to ${location}`
}

/** The actions of a sign-in, honest or not. */
export const signInActions = {
  signIn,
  startSignIn: startStep,
  finishSignIn: finishStep,
  denyAccess: denyStep,
  repeatCallback,
  openStolenCallback,
  openAttackerCallback,
  signInWithUnverifiedEmail,
  tryCredentials,
} satisfies Record<string, StepRunner>
