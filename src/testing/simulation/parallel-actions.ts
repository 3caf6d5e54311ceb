import { describeBrowser, type StepRunner } from './action.js'
import { isEmail, openEmail, requestEmail } from './email-actions.js'
import { isFederated, type SimulatedProvider } from './providers.js'
import { completeSignIn, startSignIn } from './sign-in-actions.js'
import type { BrowserModel, World } from './world.js'

/** Two tabs read the session, and each may extend it. */
const readSessionTwice: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  const read = () => world.send(state, 'session')
  await world.runInParallel(step.randomIndex, [read, read])
  return {
    text: `${state.person.name} reads the session in two tabs at once in ${describeBrowser(state)}`,
    mustNotFail: true,
  }
}

const updateBesideRead: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  const csrfToken = await world.readCsrfToken(state)
  await world.runInParallel(step.randomIndex, [
    () => world.send(state, 'session'),
    () => world.send(state, 'session', { json: { csrfToken, data: { theme: 'dark' } } }),
  ])
  return {
    text: `${state.person.name} reads and updates the session at once in ${describeBrowser(state)}`,
    mustNotFail: true,
  }
}

/** A JWT session that is read at the same time may survive in the browser. See docs/security.md. */
const signOutBesideRead: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  const csrfToken = await world.readCsrfToken(state)
  await world.runInParallel(step.randomIndex, [
    () => world.send(state, 'session'),
    () => world.send(state, 'signout', { form: { csrfToken } }),
  ])
  const isFinal = world.app.strategy === 'database'
  return {
    text: `${state.person.name} signs out while the session is read in ${describeBrowser(state)}`,
    ...(isFinal ? { signedOutBrowser: state } : { overwrittenBrowser: state }),
    mustNotFail: true,
  }
}

/** A double click, or a browser that loads the page before it is shown. */
const finishSignInTwice: StepRunner = async (world, step) => {
  const provider = world.selectProvider(step, isFederated)
  const state = world.getBrowserModel(step)
  if (!provider) return null
  const wasSignedIn = state.isSignedIn
  const url = await startSignIn(world, state, { provider })
  if (url) {
    const open = () => world.send(state, url)
    await world.runInParallel(step.randomIndex, [open, open])
    state.usedCallback = url
  }
  const key = `${state.person.name} ${provider.id}`
  return {
    text: `${state.person.name} returns from "${provider.id}" twice at once in ${describeBrowser(state)}`,
    authenticatedBrowsers: [state],
    ...(!wasSignedIn && { signInKey: key, mustSucceed: world.successfulSignIns.has(key) }),
  }
}

/** Requests an email and opens it in both browsers of its owner. A token works once. */
const openEmailTwice: StepRunner = async (world, step) => {
  const provider = world.selectProvider(step, isEmail)
  const state = world.getBrowserModel(step)
  const states = listBrowsers(world, state)
  if (!provider || states.some(({ isSignedIn }) => isSignedIn)) return null
  const email = await requestEmail(world, state, provider)
  if (email && !email.isCode)
    await world.runInParallel(
      step.randomIndex,
      states.map(reader => async () => {
        await openEmail(world, reader, email)
        return null
      }),
    )
  return {
    text: `${state.person.name} requests an email of "${provider.id}" and opens it in both browsers at once`,
    authenticatedBrowsers: states,
    allowsOneSession: true,
  }
}

/** Two people sign in at once, or one person in both browsers. */
const signInTogether: StepRunner = async (world, step) => {
  const provider = world.selectProvider(step, createParallelFilter(world))
  const first = world.getBrowserModel(step)
  const victim = world.getVictimBrowserModel(step)
  const states = first.person === victim.person ? listBrowsers(world, first) : [first, victim]
  if (!provider) return null
  world.app.actors = states.map(({ person }) => person)
  await world.runInParallel(
    step.randomIndex,
    states.map(state => async () => {
      await completeSignIn(world, state, provider)
      return null
    }),
  )
  return {
    text: `${states.map(({ person }) => person.name).join(' and ')} sign in with "${provider.id}" at once in ${states
      .map(describeBrowser)
      .join(' and ')}`,
    authenticatedBrowsers: states,
    mustNotFail: true,
  }
}

function listBrowsers({ browsers }: World, { person }: BrowserModel): BrowserModel[] {
  return browsers.filter(state => state.person === person)
}

function createParallelFilter({ simulation, app }: World) {
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
} satisfies Record<string, StepRunner>
