/**
 * Renders the recorded order of callbacks and events as tables.
 *
 * @module
 */
import { code, renderTable } from './markdown.js'

const signInSteps = ['first sign-in', 'later sign-in']
const laterSteps = ['session read', 'session update', 'sign-out']

/** Renders a table for each sign-in method, and one for what follows a sign-in. */
export function renderCalls(recordings) {
  const methods = Object.entries(recordings)
  const [[, anyRecording]] = methods
  return `### Order of calls

\`npx vitest run test/configuration\` records these calls: the callbacks and events of an app with an adapter, in this order, with the
members that are not \`undefined\`. Without an adapter, \`createUser\`, \`updateUser\` and \`linkAccount\`
are not called, and \`isNewUser\` is absent. \`redirect\` is also called at every other request that has a callback URL.

${methods.map(([method, recording]) => `#### Sign-in by ${method}\n\n${renderMethod(recording)}`).join('\n\n')}

#### After a sign-in

${renderTable(
  ['Step', 'Request', 'Call', 'Receives'],
  laterSteps.flatMap(step =>
    mergeCalls([anyRecording[step]]).map(({ call, found }) => [
      step,
      code(call.request),
      renderName(call, found),
      renderStep(found[0]),
    ]),
  ),
)}`
}

function renderMethod(recording) {
  const steps = signInSteps.map(step => recording[step])
  const rows = mergeCalls(steps).map(({ call, found }) => [
    code(call.request),
    renderName(call, found),
    ...found.map(renderStep),
  ])
  return renderTable(['Request', 'Call', 'Receives at the first sign-in', 'Receives later'], rows)
}

/** Merges steps, each with the calls of both strategies, to one order: `{ call, found }`, with the calls found in each step. */
function mergeCalls(steps) {
  const lists = steps.flatMap(({ jwt, database }) => [jwt, database])
  const order = lists.reduce(mergeOrder, [])
  return order.map(call => ({
    call,
    found: steps.map(({ jwt, database }) => ({
      jwt: findCall(jwt, call),
      database: findCall(database, call),
    })),
  }))
}

/** Inserts the calls that `order` lacks, each behind its predecessor. */
function mergeOrder(order, calls) {
  const merged = [...order]
  calls.forEach((call, index) => {
    if (findCall(merged, call)) return
    const previous = calls[index - 1]
    merged.splice(previous ? merged.findIndex(each => isSameCall(each, previous)) + 1 : 0, 0, call)
  })
  return merged
}

function findCall(calls, call) {
  return calls.find(each => isSameCall(each, call))
}

function isSameCall(one, other) {
  return ['request', 'kind', 'name'].every(key => one[key] === other[key])
}

function renderName({ kind, name }, found) {
  const strategies = ['jwt', 'database'].filter(strategy => found.some(calls => calls[strategy]))
  const note = strategies.length === 1 ? ` (${code(strategies[0])} only)` : ''
  return `${kind} ${code(name)}${note}`
}

function renderStep({ jwt, database }) {
  const [one, other] = [jwt, database].map(call => call?.receives.map(code).join(', '))
  if (!one && !other) return 'not called'
  return !one || !other || one === other
    ? (one ?? other)
    : `${code('jwt')}: ${one}; ${code('database')}: ${other}`
}
