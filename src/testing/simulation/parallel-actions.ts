import { type Action, describeBrowser } from './action.js'
import { isEmail, openEmail, requestEmail } from './email-actions.js'
import { isFederated, type SimulatedProvider } from './providers.js'
import { completeSignIn, startSignIn } from './sign-in-actions.js'
import type { BrowserState, World } from './world.js'

/** Two tabs read the session, and each may extend it. */
const readSessionTwice: Action = async (world, step) => {
  const state = world.getBrowser(step)
  const read = () => world.send(state, 'session')
  await world.runInParallel(step.detail, [read, read])
  return {
    text: `${state.person.name} reads the session in two tabs at once in ${describeBrowser(state)}`,
    isHonest: true,
  }
}

const updateBesideRead: Action = async (world, step) => {
  const state = world.getBrowser(step)
  const csrfToken = await world.readCsrfToken(state)
  await world.runInParallel(step.detail, [
    () => world.send(state, 'session'),
    () => world.send(state, 'session', { json: { csrfToken, data: { theme: 'dark' } } }),
  ])
  return {
    text: `${state.person.name} reads and updates the session at once in ${describeBrowser(state)}`,
    isHonest: true,
  }
}

/** A JWT session that is read at the same time may survive in the browser. See docs/security.md. */
const signOutBesideRead: Action = async (world, step) => {
  const state = world.getBrowser(step)
  const csrfToken = await world.readCsrfToken(state)
  await world.runInParallel(step.detail, [
    () => world.send(state, 'session'),
    () => world.send(state, 'signout', { form: { csrfToken } }),
  ])
  const isFinal = world.app.strategy === 'database'
  return {
    text: `${state.person.name} signs out while the session is read in ${describeBrowser(state)}`,
    ...(isFinal ? { signedOutBrowser: state } : { overwrittenBrowser: state }),
    isHonest: true,
  }
}

/** A double click, or a browser that loads the page before it is shown. */
const finishSignInTwice: Action = async (world, step) => {
  const provider = world.selectProvider(step, isFederated)
  const state = world.getBrowser(step)
  if (!provider) return null
  const wasSignedIn = state.isSignedIn
  const url = await startSignIn(world, state, { provider })
  if (url) {
    const open = () => world.send(state, url)
    await world.runInParallel(step.detail, [open, open])
    state.usedCallback = url
  }
  const key = `${state.person.name} ${provider.id}`
  return {
    text: `${state.person.name} returns from "${provider.id}" twice at once in ${describeBrowser(state)}`,
    provenBrowsers: [state],
    ...(!wasSignedIn && { completeSignIn: key, mustSucceed: world.provenSignIns.has(key) }),
  }
}

/** Requests an email and opens it in both browsers of its owner. A token works once. */
const openEmailTwice: Action = async (world, step) => {
  const provider = world.selectProvider(step, isEmail)
  const state = world.getBrowser(step)
  const states = listBrowsers(world, state)
  if (!provider || states.some(({ isSignedIn }) => isSignedIn)) return null
  const email = await requestEmail(world, state, provider)
  if (email && !email.isCode)
    await world.runInParallel(
      step.detail,
      states.map(reader => async () => openEmail(world, reader, email).then(() => null)),
    )
  return {
    text: `${state.person.name} requests an email of "${provider.id}" and opens it in both browsers at once`,
    provenBrowsers: states,
    allowsOneSession: true,
  }
}

/** Two people sign in at once, or one person in both browsers. */
const signInTogether: Action = async (world, step) => {
  const provider = world.selectProvider(step, isParallel(world))
  const first = world.getBrowser(step)
  const victim = world.getVictimBrowser(step)
  const states = first.person === victim.person ? listBrowsers(world, first) : [first, victim]
  if (!provider) return null
  world.app.actors = states.map(({ person }) => person)
  await world.runInParallel(
    step.detail,
    states.map(state => async () => completeSignIn(world, state, provider).then(() => null)),
  )
  return {
    text: `${states.map(({ person }) => person.name).join(' and ')} sign in with "${provider.id}" at once in ${states
      .map(describeBrowser)
      .join(' and ')}`,
    provenBrowsers: states,
    isHonest: true,
  }
}

function listBrowsers({ browsers }: World, { person }: BrowserState): BrowserState[] {
  return browsers.filter(state => state.person === person)
}

function isParallel({ simulation, app }: World) {
  return (provider: SimulatedProvider): provider is SimulatedProvider =>
    isFederated(provider) ||
    (provider.type === 'credentials' && simulation.credentials !== undefined && app.strategy === 'jwt')
}

/** The actions in which requests run in parallel. */
export const parallelActions = {
  readSessionTwice,
  updateBesideRead,
  signOutBesideRead,
  finishSignInTwice,
  openEmailTwice,
  signInTogether,
} satisfies Record<string, Action>
