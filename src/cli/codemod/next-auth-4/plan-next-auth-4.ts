import type { RewritePlan } from '../rewrite-plan.js'
import { supportsJsx } from '../script-blocks.js'
import { tokenize } from '../tokenizer.js'
import { findNextAuthBindings } from './next-auth-bindings.js'
import { planCalls } from './plan-calls.js'
import { planMiddlewareExport } from './plan-middleware-export.js'
import { planOptions } from './plan-options.js'
import type { SessionCookieName } from './session-cookie-name.js'

/** A migration from NextAuth 4. */
export interface NextAuth4Options {
  /** The date from which old sessions are ignored, as in `2027-03-01`. */
  readonly until: string
  /** The name of the session cookie. Undefined if the app keeps the default. */
  readonly cookieName?: SessionCookieName | undefined
}

/** Plans what changes in the code of an app of NextAuth 4, besides the names of modules. */
export function planNextAuth4Source(
  path: string,
  source: string,
  { until, cookieName }: NextAuth4Options,
): RewritePlan {
  const code = tokenize(source, { jsx: supportsJsx(path) }).filter(
    ({ kind }) => kind !== 'comment' && kind !== 'text',
  )
  const parsed = { source, code }
  const legacySessions = `{ nextAuth4: { until: '${until}' } }`
  const bindings = findNextAuthBindings(code)
  const options = { legacySessions, cookieName }
  const plans = [
    planOptions(parsed, bindings, { path, legacySessions }),
    planCalls(parsed, bindings, options),
    planMiddlewareExport(parsed, options),
  ]
  return {
    layouts: plans.flatMap(({ layouts = [] }) => layouts),
    edits: plans.flatMap(({ edits }) => edits),
    diagnostics: plans.flatMap(({ diagnostics }) => diagnostics),
  }
}
