import { describeBrowser, type StepRunner } from './action.js'
import type { SentEmail, SimulatedProvider } from './providers.js'
import type { BrowserModel, World } from './world.js'

/** Requests an email for the person of a browser. Returns it, or null if none was sent. */
export async function requestEmail(
  world: World,
  state: BrowserModel,
  provider: SimulatedProvider,
): Promise<SentEmail | null> {
  const { emails } = world.app
  const sentBefore = emails.length
  await world.submit(state, `signin/${provider.id}`, { email: state.person.email })
  for (const email of emails.slice(0, sentBefore))
    if (email.identifier === state.person.email) email.mustWork = false
  return emails.slice(sentBefore).find(({ identifier }) => identifier === state.person.email) ?? null
}

/** Opens the magic link, and confirms if a page asks for it. Enters a one-time code. */
export async function openEmail(world: World, state: BrowserModel, email: SentEmail): Promise<void> {
  if (email.isCode) return submitCode(world, state, email)
  const response = await world.send(state, email.url)
  const location = response.headers.get('location') ?? ''
  const asksToConfirm = response.status === 200 || location.includes('token=')
  if (!asksToConfirm) return
  const fields = Object.fromEntries(new URL(email.url).searchParams)
  await world.submit(state, `callback/${email.providerId}`, fields)
}

async function submitCode(
  world: World,
  state: BrowserModel,
  { providerId, token }: SentEmail,
): Promise<void> {
  await world.submit(state, `callback/${providerId}`, { token })
}

const requestEmailStep: StepRunner = async (world, step) => {
  const provider = world.selectProvider(step, isEmail)
  const state = world.getBrowserModel(step)
  if (!provider) return null
  await requestEmail(world, state, provider)
  return {
    text: `${state.person.name} requests an email of "${provider.id}" in ${describeBrowser(state)}`,
    mustNotFail: true,
  }
}

/** Opens the latest email that was not used. */
const openEmailStep: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  const email = world.app.emails.findLast(
    ({ identifier, isUsed, expires }) => identifier === state.person.email && !isUsed && expires > Date.now(),
  )
  if (!email) return null
  const mustSucceed = email.mustWork && !email.isCode && !state.isSignedIn
  await openEmail(world, state, email)
  return {
    text: `${state.person.name} opens the latest email of "${email.providerId}" in ${describeBrowser(state)}`,
    authenticatedBrowsers: [state],
    mustSucceed,
  }
}

/** Anyone may find a used email: in a history, a mailbox or a log. */
const openUsedEmail: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  const used = world.app.emails.filter(({ isUsed }) => isUsed)
  const email = used[step.randomIndex % used.length]
  if (!email) return null
  await openEmail(world, state, email)
  return {
    text: `${state.person.name} opens a used email of "${email.providerId}" again in ${describeBrowser(state)}`,
  }
}

const tryEmailToken: StepRunner = async (world, step) => {
  const provider = world.selectProvider(step, isEmail)
  const state = world.getBrowserModel({ person: 'Eve', browserIndex: step.browserIndex })
  const { email } = world.people[step.victim]
  if (!provider) return null
  const token = provider.isCode ? `${10_000_000 + step.randomIndex}` : 'a0'.repeat(32)
  if (world.app.emails.some(sent => sent.token === token)) return null
  await world.submit(state, `callback/${provider.id}`, { token, email })
  return {
    text: `Eve guesses the token of an email of "${provider.id}" for ${step.victim} in ${describeBrowser(state)}`,
  }
}

/** A code only works in the browser that requested it. */
const submitStolenCode: StepRunner = async (world, step) => {
  const state = world.getBrowserModel({ person: 'Eve', browserIndex: step.browserIndex })
  const { email: identifier } = world.people[step.victim]
  const email = world.app.emails.findLast(sent => sent.isCode && sent.identifier === identifier)
  if (!email) return null
  await world.submit(state, `callback/${email.providerId}`, { token: email.token, email: identifier })
  return { text: `Eve enters the one-time code of ${step.victim} in ${describeBrowser(state)}` }
}

/** Checks whether a provider sends emails. */
export function isEmail(provider: SimulatedProvider): provider is SimulatedProvider {
  return provider.type === 'email'
}

/** The actions of a sign-in by email, honest or not. */
export const emailActions = {
  requestEmail: requestEmailStep,
  openEmail: openEmailStep,
  openUsedEmail,
  tryEmailToken,
  submitStolenCode,
} satisfies Record<string, StepRunner>
