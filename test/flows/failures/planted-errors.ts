import { AdapterError, AuthError } from 'latchkey/errors'

/** An entry of the log that has a reference. */
export interface TracedEntry {
  readonly reference: string
  readonly trail: string
}

/** Creates a logger that collects the failures of requests. */
export function createTracedLog() {
  const entries: TracedEntry[] = []
  const collect = (value: unknown) => {
    const { reference, trail } = Object(value)
    if (reference !== undefined) entries.push({ reference, trail })
  }
  const info = (_: string, metadata: unknown) => collect(metadata)
  return { entries, logger: { error: collect, warn: () => {}, info } }
}

const target =
  '(?:a request that cannot be read|(?:getSession|refreshSession|update|requireAuth) of server code|(?:GET|POST|HEAD) [a-z-]+(?:/[a-z-]+)?(?: of (?:an unknown provider|provider \\w+ \\(\\w+\\)))?)'
const check =
  '(?:request|configuration|CSRF token|callback URL|provider|cookie of the sign-in|passkey challenge)'
const cause = '[A-Z]\\w+(?: \\([^()]*\\))?'

/** What a trail can say. */
export const grammar = new RegExp(
  `^${target} at [\\d-]{10}T[\\d:.]{12}Z; passed: (?:nothing|${check}(?:, ${check})*); failed: ${cause}(?: < ${cause})*$`,
)

const planted = 'hunter2.Hunter-2_hunter2'

/** Errors that have the secret in every member that a trail could read. */
export const plantedErrors: Readonly<Record<string, () => unknown>> = {
  'an error': () => Object.assign(new Error(planted), { name: planted, code: planted }),
  'an error with causes': () =>
    new TypeError(planted, { cause: Object.assign(new Error(planted), { code: planted, name: planted }) }),
  'an error whose cause is itself': () => {
    const error = new Error(planted)
    return Object.assign(error, { cause: error, code: planted })
  },
  'an AuthError': () =>
    new AuthError(planted, { method: planted, step: planted, origin: `https://x/${planted}`, code: planted }),
  'an AdapterError': () =>
    new AdapterError(new Error(planted), { callback: planted, event: planted, plugin: planted }),
  'a text': () => planted,
  'an object': () => ({ message: planted, code: planted, name: planted, type: planted }),
}
