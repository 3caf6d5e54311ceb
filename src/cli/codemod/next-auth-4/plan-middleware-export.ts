import type { Edit } from '../edits.js'
import type { ParsedSource } from '../insert-members.js'
import type { RewritePlan } from '../rewrite-plan.js'
import { type CallOptions, checkCookieName, formatMembers, getWithAuthMembers } from './call-options.js'

/** Replaces `export { default } from 'next-auth/middleware'` with a call that has options. */
export function planMiddlewareExport({ source, code }: ParsedSource, options: CallOptions): RewritePlan {
  const edits: Edit[] = code.flatMap(({ text, end }, index) => {
    if (!/^['"]next-auth\/middleware['"]$/.test(text)) return []
    const start = Math.max(0, index - 5)
    const clause = code
      .slice(start, index)
      .map(token => token.text)
      .join(' ')
    const first = code[start]
    if (clause !== 'export { default } from' || !first) return []
    const semicolon = source[end] === ';' ? ';' : ''
    const quote = text.slice(0, 1)
    const replacement =
      `import { withAuth } from ${quote}latchkey/next-auth-4/middleware${quote}${semicolon}\n\n` +
      `export default withAuth({ ${formatMembers(getWithAuthMembers(options))} })`
    return [{ start: first.start, end, text: replacement }]
  })
  const diagnostics = edits.flatMap(({ start }) => checkCookieName(start, options))
  return { edits, diagnostics }
}
