import { findBindings } from './bindings.js'
import { type FoundConfig, formatString } from './config-literals.js'
import type { Edit } from './edits.js'
import {
  findClosingBracket,
  findEnclosingBracket,
  findMember,
  type ObjectLiteral,
  parseObjectLiteral,
  type TokenRange,
} from './expressions.js'
import { insertMembers, type ParsedSource } from './insert-members.js'
import type { LayoutOutcome } from './rewrite-plan.js'

/** How a configuration keeps the sign-in page of Auth.js. */
export interface LayoutPlan {
  readonly outcome: LayoutOutcome
  /** Members to insert into the configuration. */
  readonly members: Readonly<Record<string, string>>
  /** Edits of its `pages`. */
  readonly edits: readonly Edit[]
}

/** Plans `pages: { layout: 'stacked' }` for a configuration. A page of the app needs no layout. */
export function planLayout(parsed: ParsedSource, path: string, config: FoundConfig): LayoutPlan {
  const { code } = parsed
  const { literal } = config
  if (!literal) return createPlan(config.isImported ? 'imported' : 'unseen')
  const layout = formatString(path, config, 'stacked')
  const pages = findMember(code, literal, 'pages')
  if (!pages) {
    const hidden = literal.members.find(member => canHavePages(code, member))
    if (hidden) return createPlan(isImportedSpread(code, hidden) ? 'imported' : 'unseen')
    return { ...createPlan('added'), members: { pages: `{ layout: ${layout} }` } }
  }
  const pageMembers = parsePages(code, pages)
  if (!pageMembers) return createPlan('unseen')
  if (['layout', 'signIn'].some(key => findMember(code, pageMembers, key))) return createPlan('kept')
  if (pageMembers.members.some(member => canHavePages(code, member))) return createPlan('unseen')
  return { ...createPlan('added'), edits: insertMembers(parsed, pageMembers, { layout }) }
}

function createPlan(outcome: LayoutOutcome): LayoutPlan {
  return { outcome, members: {}, edits: [] }
}

/** Returns the object in `pages: { … }`. Null for another value. */
function parsePages(code: ParsedSource['code'], { from, to }: TokenRange): ObjectLiteral | null {
  const close = code[from + 1]?.text === ':' ? findClosingBracket(code, from + 2) : -1
  return close + 1 === to ? parseObjectLiteral(code, from + 2) : null
}

/** Returns whether a member can be another one than its first token says: a spread, a computed name or an accessor. */
function canHavePages(code: ParsedSource['code'], member: TokenRange): boolean {
  const [first, second] = [code[member.from]?.text ?? '', code[member.from + 1]]
  if (first === '...') return !isVisibleSpread(code, member)
  return first === '[' || (['get', 'set'].includes(first) && ![':', ',', '('].includes(second?.text ?? ','))
}

/** Returns whether a spread shows all its members, as `...(isTest && { adapter })` and `...(isTest ? { a } : {})` do, without `pages`. */
function isVisibleSpread(code: ParsedSource['code'], { from, to }: TokenRange): boolean {
  const open = from + 1
  if (code[open]?.text !== '(' || findClosingBracket(code, open) !== to - 1 || code[to - 2]?.text !== '}')
    return false
  for (let index = open + 1; index < to - 1; index++) {
    if (findEnclosingBracket(code, index) !== open) continue
    const [before, { text } = { text: '' }] = [code[index - 1]?.text ?? '', code[index]]
    if (['?', ':'].includes(text) && code[index + 1]?.text !== '{') return false
    if (text === '{' && (!['&', '?', ':'].includes(before) || !isPlainLiteral(code, index))) return false
  }
  return true
}

function isPlainLiteral(code: ParsedSource['code'], open: number): boolean {
  const literal = parseObjectLiteral(code, open)
  if (!literal || findMember(code, literal, 'pages')) return false
  return !literal.members.some(({ from }) => ['...', '[', 'get', 'set'].includes(code[from]?.text ?? ''))
}

function isImportedSpread(code: ParsedSource['code'], { from, to }: TokenRange): boolean {
  const name = code[from + 1]?.text
  return to === from + 2 && findBindings(code, () => true).some(({ local }) => local === name)
}
