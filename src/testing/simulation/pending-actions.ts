import { describeBrowser, type StepRunner } from './action.js'
import { completeSignIn, createSignInFilter } from './sign-in-actions.js'
import { resumeSignIn } from './world.js'

/** Signs in, and leaves the page of the policy that interrupts. */
const startPendingSignIn: StepRunner = async (world, step) => {
  const provider = world.selectProvider(step, createSignInFilter(world))
  const state = world.getBrowserModel(step)
  if (!provider) return null
  state.pendingSignIn = null
  world.continuesSignIns = false
  try {
    await completeSignIn(world, state, provider)
  } finally {
    world.continuesSignIns = true
  }
  const isInterrupted = state.pendingSignIn !== null
  const detail = isInterrupted ? ', and leaves it when a policy interrupts it' : ''
  return {
    text: `${state.person.name} signs in with "${provider.id}" in ${describeBrowser(state)}${detail}`,
    ...(!isInterrupted && { authenticatedBrowsers: [state] }),
    mustNotFail: true,
  }
}

const resumeStep: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  if (!state.pendingSignIn) return null
  await resumeSignIn(world, state, { url: state.pendingSignIn })
  return {
    text: `${state.person.name} continues the sign-in in ${describeBrowser(state)}`,
    authenticatedBrowsers: [state],
    mustNotFail: true,
  }
}

/** A double click on the button of the interruption. */
const resumeSignInTwice: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  const { pendingSignIn } = state
  if (!pendingSignIn) return null
  const run = () => resumeSignIn(world, state, { url: pendingSignIn })
  await world.runInParallel(step.randomIndex, [run, run])
  return {
    text: `${state.person.name} continues the sign-in twice at once in ${describeBrowser(state)}`,
    authenticatedBrowsers: [state],
  }
}

/** A sign-in that was completed must not create another session, with the cookies that it had. */
const repeatResumption: StepRunner = async (world, step) => {
  const state = world.getBrowserModel(step)
  const { completedSignIn } = state
  if (!completedSignIn || state.isSignedIn) return null
  for (const { name, value } of completedSignIn.cookies) state.browser.plantCookie(name, value)
  await resumeSignIn(world, state, { url: completedSignIn.url })
  return { text: `${state.person.name} continues a completed sign-in again in ${describeBrowser(state)}` }
}

/** Eve knows the URL of the interruption, and what the victim enters there. */
const resumeStolenSignIn: StepRunner = async (world, step) => {
  const { person, pendingSignIn } = world.getVictimBrowserModel(step)
  const state = world.getBrowserModel({ person: 'Eve', browserIndex: step.browserIndex })
  if (!pendingSignIn) return null
  await resumeSignIn(world, state, { url: pendingSignIn, person })
  return { text: `Eve continues the sign-in of ${person.name} in ${describeBrowser(state)}` }
}

/** The actions of sign-ins that a policy interrupted. */
export const pendingActions = {
  startPendingSignIn,
  resumeSignIn: resumeStep,
  resumeSignInTwice,
  repeatResumption,
  resumeStolenSignIn,
} satisfies Record<string, StepRunner>
