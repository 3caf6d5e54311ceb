import type { Binding } from '../bindings.js'
import { type FoundConfig, findConfigs, formatString } from '../config-literals.js'
import { findEnclosingBracket, findMember, type ObjectLiteral, type TokenRange } from '../expressions.js'
import { insertMembers, type ParsedSource } from '../insert-members.js'
import { planLayout } from '../plan-layout.js'
import type { Diagnostic, RewritePlan } from '../rewrite-plan.js'

const optionTypes = new Set(['NextAuthOptions', 'AuthOptions'])

/** What the configurations of a source receive. */
interface AddedOptions {
  readonly path: string
  /** The option, as code. */
  readonly legacySessions: string
}

/** Adds the options that keep users of NextAuth 4 signed in, and its sign-in page, to the configurations of a source. Reports what must be checked in them. */
export function planOptions(
  parsed: ParsedSource,
  bindings: readonly Binding[],
  { path, legacySessions }: AddedOptions,
): RewritePlan {
  const plans = findOptions(parsed, bindings).map(config => {
    const { outcome, members, edits } = planLayout(parsed, path, config)
    const { literal } = config
    if (!literal) return { outcome, edits, diagnostics: [] }
    const added = {
      ...getSessionMembers(parsed, literal, {
        legacySessions,
        userId: formatString(path, config, 'account'),
      }),
      ...members,
    }
    return {
      outcome,
      edits: [...edits, ...insertMembers(parsed, literal, added)],
      diagnostics: checkOptions(parsed, literal),
    }
  })
  return {
    edits: plans.flatMap(({ edits }) => edits),
    diagnostics: plans.flatMap(({ diagnostics }) => diagnostics),
    layouts: plans.map(({ outcome }) => outcome),
  }
}

/** Finds the configurations of a source. */
export function findOptions({ code }: ParsedSource, bindings: readonly Binding[]): FoundConfig[] {
  const types = bindings.filter(({ imported }) => optionTypes.has(imported))
  const functions = bindings.filter(
    ({ specifier, imported }) => imported === 'default' && /^next-auth(?:\/next)?$/.test(specifier),
  )
  return findConfigs(
    code,
    {
      types: new Set(types.map(({ local }) => local)),
      functions: new Set(functions.map(({ local }) => local)),
    },
    findObjectsWithProviders(code, bindings).map(open => ({ open, isTyped: false })),
  )
}

/** Finds objects with `providers: [` in a source that imports providers. */
function findObjectsWithProviders(code: ParsedSource['code'], bindings: readonly Binding[]): number[] {
  if (!bindings.some(({ specifier }) => specifier.startsWith('next-auth/providers/'))) return []
  return code.flatMap(({ text }, index) =>
    text === 'providers' && code[index + 1]?.text === ':' && code[index + 2]?.text === '['
      ? [findEnclosingBracket(code, index)]
      : [],
  )
}

/** With an adapter, ids come from the database. One that only some environments have, as in `isTest ? undefined : db`, does not count. */
function getSessionMembers(
  parsed: ParsedSource,
  literal: ObjectLiteral,
  { legacySessions, userId }: Readonly<Record<'legacySessions' | 'userId', string>>,
): Record<string, string> {
  const hasAdapter = isAdapterAlwaysSet(parsed, findMember(parsed.code, literal, 'adapter'))
  return { legacySessions, ...(!hasAdapter && { userId }) }
}

function isAdapterAlwaysSet({ code }: ParsedSource, adapter: TokenRange | undefined): boolean {
  if (!adapter) return false
  const texts = code.slice(adapter.from, adapter.to).map(({ text }) => text)
  return !['?', '&', '|', 'undefined'].some(text => texts.includes(text))
}

/** What to check about an option, by its name. */
const optionHints: Readonly<Record<string, string>> = {
  logger: 'the methods of `logger` differ: `error` receives an Error, `warn` a code and a message',
}

function checkOptions(parsed: ParsedSource, literal: ObjectLiteral): Diagnostic[] {
  const { code } = parsed
  return Object.entries(optionHints).flatMap(([name, text]) => {
    const offset = code[findMember(code, literal, name)?.from ?? -1]?.start
    return offset === undefined ? [] : [{ offset, text, needsManualChange: true }]
  })
}
