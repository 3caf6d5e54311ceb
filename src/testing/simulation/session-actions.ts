import { describeBrowser, type StepOutcome, type StepRunner } from './action.js'
import { attackerOrigin } from './browser.js'
import type { Step } from './steps.js'
import type { World } from './world.js'

const readSession: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  await world.send(state, 'session')
  return { text: `${state.person.name} reads the session in ${describeBrowser(state)}`, mustNotFail: true }
}

/** Eve sends what a careless `jwt` callback copies into the token. */
const updateSession: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  const csrfToken = await world.readCsrfToken(state)
  const data = state.person.name === 'Eve' ? buildForgedUser(world, step) : { theme: 'dark' }
  await world.send(state, 'session', { json: { csrfToken, data } })
  const detail = state.person.name === 'Eve' ? ` with the id and the email of ${step.victim}` : ''
  return {
    text: `${state.person.name} updates the session${detail} in ${describeBrowser(state)}`,
    mustNotFail: true,
  }
}

function buildForgedUser({ people, app }: World, { victim }: Step): Record<string, unknown> {
  const { email } = people[victim]
  const id = app.users.find(({ owner }) => owner === victim)?.id ?? people[victim].sub
  return { id, sub: id, userId: id, email, user: { id, email } }
}

const signOut: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  const isLured = step.randomIndex % 4 === 0
  await world.submit(state, 'signout', isLured ? { callbackUrl: `${attackerOrigin}/` } : {})
  const detail = isLured ? `, with a callback URL at ${attackerOrigin},` : ''
  return {
    text: `${state.person.name} signs out${detail} in ${describeBrowser(state)}`,
    signedOutBrowser: state,
    mustNotFail: true,
  }
}

/** A page of Eve submits a form to the app in the browser of the victim, with the CSRF token of Eve. */
const submitCrossSiteForm: StepRunner = async (world, step) => {
  const victim = world.getVictimBrowserModel(step)
  const csrfToken = await world.readCsrfToken(
    world.getBrowserModel({ person: 'Eve', browserIndex: step.browserIndex }),
  )
  const credentials = world.app.providers.find(({ type }) => type === 'credentials')
  const actions = ['signout', 'session', ...(credentials ? [`callback/${credentials.id}`] : [])]
  const action = actions[step.randomIndex % actions.length] ?? 'signout'
  const stolen = credentials && world.simulation.credentials?.(world.people.Eve, credentials.id)
  const form = { ...(action.startsWith('callback') && stolen), csrfToken }
  await world.send(victim, action, { form, isCrossSite: true })
  return { text: `A page of Eve posts to "${action}" in ${describeBrowser(victim)}` }
}

/** Sets a session cookie that the app did not create, as another host of the same site can. */
const plantCookie: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  const [name] = state.sessionCookies.split('=')
  if (!name) return null
  state.browser.plantCookie(name, 'not-a-session')
  await world.send(state, 'session')
  return {
    text: `Another site replaces the session cookie in ${describeBrowser(state)}`,
    overwrittenBrowser: state,
  }
}

const requests = [
  ['GET', 'signin'],
  ['GET', 'signout'],
  ['GET', 'providers'],
  ['GET', 'csrf'],
  ['GET', 'error'],
  ['GET', 'verify-request'],
  ['HEAD', 'session'],
  ['HEAD', 'signout'],
  ['PUT', 'session'],
  ['DELETE', 'session'],
  ['POST', 'signout'],
  ['POST', 'session'],
  ['POST', 'signin'],
  ['GET', 'callback'],
  ['GET', 'nothing'],
  ['GET', `signin?callbackUrl=${encodeURIComponent(`${attackerOrigin}/`)}`],
] as const

/** A request to any action with any method, without a CSRF token. */
const sendRequest: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  const [method, action] = requests[step.randomIndex % requests.length] ?? requests[0]
  await world.send(state, action, { method })
  return { text: `${describeBrowser(state)} requests ${method} ${action}` }
}

/** Moves the clock, unless a session may then end or not. */
function createWait(getSeconds: (world: World) => number, text: string): StepRunner {
  return async world => {
    const seconds = getSeconds(world)
    const { maxAge } = world.simulation
    const isCertain = seconds < maxAge / 2 - 10 || seconds > maxAge + 60
    if (!isCertain) return null
    world.clock.advance(seconds)
    return { text, isExpiry: seconds > maxAge } satisfies StepOutcome
  }
}

/** The actions on a session, honest or not. */
export const sessionActions = {
  readSession,
  updateSession,
  signOut,
  submitCrossSiteForm,
  plantCookie,
  sendRequest,
  waitAMinute: createWait(() => 61, 'A minute passes'),
  waitForHours: createWait(() => 7_200, 'Two hours pass'),
  waitUntilExpiry: createWait(
    ({ simulation }) => simulation.maxAge + 120,
    'All sessions expire, because their `maxAge` passes',
  ),
} satisfies Record<string, StepRunner>
