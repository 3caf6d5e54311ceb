import { describeBrowser, type StepRunner } from './action.js'
import { type CeremonyRequest, SimulatedPasskey } from './authenticator.js'
import type { SimulatedProvider } from './providers.js'
import { type BrowserModel, isSuccess, type PasskeyModel, type World } from './world.js'

/** Signs in with the latest passkey of the person, or registers the first one. */
export async function usePasskey(world: World, state: BrowserModel, providerId: string): Promise<boolean> {
  const passkey = findPasskey(world, state.person.name, providerId)
  if (passkey) await authenticate(world, state, passkey)
  else await registerPasskey(world, state, { providerId, email: state.person.email })
  return true
}

function findPasskey(
  { passkeys }: World,
  owner: PasskeyModel['owner'],
  providerId?: string,
): PasskeyModel | null {
  const isWanted = (passkey: PasskeyModel) => providerId === undefined || passkey.providerId === providerId
  return passkeys.findLast(passkey => passkey.owner === owner && isWanted(passkey)) ?? null
}

interface Registration {
  readonly providerId: string
  /** The email that a signed-out visitor types. */
  readonly email: string
}

/** Registers a new passkey. It exists if the response says so. */
export async function registerPasskey(
  world: World,
  state: BrowserModel,
  registration: Registration,
): Promise<void> {
  const { providerId, email } = registration
  const options = await requestOptions(
    world,
    state,
    `${providerId}?${toQuery({ action: 'register', email })}`,
  )
  if (!options) return
  const authenticator = await SimulatedPasskey.create({ isSynced: state.index === 1 })
  const data = await authenticator.register(options, options.userHandle)
  const response = await submitCeremony(world, state, { providerId, action: 'register', data })
  if (isSuccess(response))
    world.passkeys.push({ owner: state.person.name, providerId, authenticator, usedResponse: null })
}

async function authenticate(world: World, state: BrowserModel, passkey: PasskeyModel): Promise<void> {
  const { providerId, authenticator } = passkey
  const options = await requestAuthentication(world, state, providerId)
  if (!options) return
  const cookies = listOtherCookies(world, state)
  const data = await authenticator.authenticate(options)
  const response = await submitCeremony(world, state, { providerId, action: 'authenticate', data })
  if (isSuccess(response)) passkey.usedResponse = { data, cookies, counter: authenticator.counter }
}

/** Returns the cookies without those of the session. */
function listOtherCookies({ simulation }: World, { browser }: BrowserModel): string {
  const cookies = browser.getCookies('').split('; ')
  return cookies.filter(cookie => !cookie.startsWith(simulation.sessionCookieName)).join('; ')
}

interface RequestedCeremony extends CeremonyRequest {
  readonly userHandle: string
}

function requestAuthentication(world: World, state: BrowserModel, providerId: string) {
  return requestOptions(world, state, `${providerId}?${toQuery({ action: 'authenticate' })}`)
}

function toQuery(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString()
}

/** The parts of the options that the authenticator reads. */
interface OptionsBody {
  readonly options: {
    readonly challenge: string
    readonly rpId?: string
    readonly rp?: { readonly id?: string }
    readonly user?: { readonly id: string }
  }
}

/** Starts a ceremony. Returns null if the app refuses it. */
async function requestOptions(
  world: World,
  state: BrowserModel,
  query: string,
): Promise<RequestedCeremony | null> {
  const response = await world.send(state, `webauthn-options/${query}`)
  if (response.status !== 200) return null
  const { options } = (await response.clone().json()) as OptionsBody
  const { origin } = world.simulation
  const rpId = options.rpId ?? options.rp?.id ?? new URL(origin).hostname
  return { challenge: options.challenge, rpId, origin, userHandle: options.user?.id ?? '' }
}

interface CeremonyAnswer {
  readonly providerId: string
  readonly action: 'register' | 'authenticate'
  readonly data: string
}

function submitCeremony(world: World, state: BrowserModel, { providerId, action, data }: CeremonyAnswer) {
  return world.submit(state, `callback/${providerId}`, { action, data })
}

const addPasskey: StepRunner = async (world, step) => {
  const provider = world.selectProvider(step, isPasskey)
  const state = world.getBrowserModel(step)
  if (!provider || !state.isSignedIn) return null
  await registerPasskey(world, state, { providerId: provider.id, email: state.person.email })
  return {
    text: `${state.person.name} adds a passkey of "${provider.id}" in ${describeBrowser(state)}`,
    authenticatedBrowsers: [state],
    mustNotFail: true,
  }
}

/** Eve types the email of the victim. A visitor can type any email. */
const registerPasskeyWithVictimEmail: StepRunner = async (world, step) => {
  const provider = world.selectProvider(step, isPasskey)
  const state = world.getBrowserModel({ person: 'Eve', browserIndex: step.browserIndex })
  if (!provider || !world.app.hasRecords || state.isSignedIn) return null
  const { email } = world.people[step.victim]
  world.claimedEmails.add(email)
  await registerPasskey(world, state, { providerId: provider.id, email })
  return {
    text: `Eve registers a passkey of "${provider.id}" with the email of ${step.victim} in ${describeBrowser(state)}`,
    authenticatedBrowsers: [state],
  }
}

/** The credential id is not a secret: the options of a sign-in by email list it. */
const tryForgedPasskey: StepRunner = async (world, step) => {
  const state = world.getBrowserModel({ person: 'Eve', browserIndex: step.browserIndex })
  const passkey = findPasskey(world, step.victim)
  const options = passkey && (await requestAuthentication(world, state, passkey.providerId))
  if (!options) return null
  const forgery = await SimulatedPasskey.create({ isSynced: !passkey.authenticator.countsSignatures })
  const deviation = { credentialId: passkey.authenticator.id, counter: passkey.authenticator.counter + 1 }
  const data = await forgery.authenticate(options, deviation)
  await submitCeremony(world, state, { providerId: passkey.providerId, action: 'authenticate', data })
  return { text: `Eve signs with another key for the passkey of ${step.victim} in ${describeBrowser(state)}` }
}

/** A copy of a key does not know how often the original signed. */
const tryClonedPasskey: StepRunner = async (world, step) => {
  const state = world.getBrowserModel({ person: 'Eve', browserIndex: step.browserIndex })
  const passkey = findPasskey(world, step.victim)
  if (!passkey?.usedResponse || !passkey.authenticator.countsSignatures) return null
  const options = await requestAuthentication(world, state, passkey.providerId)
  if (!options) return null
  const { counter } = passkey.usedResponse
  const data = await passkey.authenticator.authenticate(options, { counter })
  await submitCeremony(world, state, { providerId: passkey.providerId, action: 'authenticate', data })
  return { text: `Eve signs with an old copy of the passkey of ${step.victim} in ${describeBrowser(state)}` }
}

/** Sends a response of the victim again, with the cookies of its ceremony, as a log file could contain them. */
const repeatPasskeyResponse: StepRunner = async (world, step) => {
  const state = world.getBrowserModel({ person: 'Eve', browserIndex: step.browserIndex })
  const passkey = findPasskey(world, step.victim)
  const isRefused = world.app.usesChallenges || passkey?.authenticator.countsSignatures
  if (!passkey?.usedResponse || !isRefused) return null
  const { data, cookies } = passkey.usedResponse
  for (const cookie of cookies.split('; ')) {
    const at = cookie.indexOf('=')
    state.browser.plantCookie(cookie.slice(0, at), cookie.slice(at + 1))
  }
  await submitCeremony(world, state, { providerId: passkey.providerId, action: 'authenticate', data })
  return {
    text: `Eve sends a used response of the passkey of ${step.victim} again in ${describeBrowser(state)}`,
  }
}

/** Returns whether a provider signs in with passkeys. */
export function isPasskey(provider: SimulatedProvider): provider is SimulatedProvider {
  return provider.type === 'webauthn'
}

/** The actions with a passkey, honest or not. */
export const passkeyActions = {
  addPasskey,
  registerPasskeyWithVictimEmail,
  tryForgedPasskey,
  tryClonedPasskey,
  repeatPasskeyResponse,
} satisfies Record<string, StepRunner>
