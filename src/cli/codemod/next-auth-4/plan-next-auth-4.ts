import type { RewritePlan } from '../rewrite-plan.js'
import { supportsJsx } from '../script-blocks.js'
import { tokenize } from '../tokenizer.js'
import { findBindings } from './bindings.js'
import { planCalls } from './plan-calls.js'
import { planMiddlewareExport } from './plan-middleware-export.js'
import { planOptions } from './plan-options.js'

/** A migration from NextAuth 4. */
export interface NextAuth4Options {
  /** The date from which old sessions are ignored, as in `2027-03-01`. */
  readonly until: string
}

/** Plans what changes in the code of an app of NextAuth 4, besides the names of modules. */
export function planNextAuth4Source(path: string, source: string, { until }: NextAuth4Options): RewritePlan {
  const code = tokenize(source, { jsx: supportsJsx(path) }).filter(
    ({ kind }) => kind !== 'comment' && kind !== 'text',
  )
  const parsed = { source, code }
  const legacySessions = `{ nextAuth4: { until: '${until}' } }`
  const bindings = findBindings(code)
  const plans = [planOptions(parsed, bindings, legacySessions), planCalls(parsed, bindings, legacySessions)]
  return {
    edits: [...plans.flatMap(({ edits }) => edits), ...planMiddlewareExport(parsed, legacySessions)],
    diagnostics: plans.flatMap(({ diagnostics }) => diagnostics),
  }
}
