import type { Edit } from '../edits.js'
import type { Diagnostic, RewritePlan } from '../rewrite-plan.js'
import type { Binding } from './bindings.js'
import {
  findCalls,
  findEnclosingBracket,
  findMember,
  findOpeningBracket,
  type ObjectLiteral,
  parseObjectLiteral,
  type TokenRange,
} from './expressions.js'
import { insertMembers, type ParsedSource } from './insert-members.js'

const optionTypes = new Set(['NextAuthOptions', 'AuthOptions'])

/** Adds the options that keep users of NextAuth 4 signed in to the configurations of a source, and reports what must be checked in them. */
export function planOptions(
  parsed: ParsedSource,
  bindings: readonly Binding[],
  legacySessions: string,
): RewritePlan {
  const literals = findOptionLiterals(parsed, bindings)
  return {
    edits: literals.flatMap(literal => completeOptions(parsed, literal, legacySessions)),
    diagnostics: literals.flatMap(literal => checkOptions(parsed, literal)),
  }
}

/** Finds the configurations of a source. */
export function findOptionLiterals({ code }: ParsedSource, bindings: readonly Binding[]): ObjectLiteral[] {
  const typeNames = new Set(
    bindings.filter(({ imported }) => optionTypes.has(imported)).map(({ local }) => local),
  )
  const annotated = code.flatMap(({ text }, index) => {
    if (!typeNames.has(text)) return []
    const [before, after] = [code[index - 1]?.text, code[index + 1]?.text]
    if (before === ':' && after === '=') return [index + 2]
    return before === 'satisfies' || before === 'as' ? [findOpeningBracket(code, index - 2)] : []
  })
  const passed = bindings
    .filter(({ specifier, imported }) => imported === 'default' && /^next-auth(?:\/next)?$/.test(specifier))
    .flatMap(({ local }) => findCalls(code, local))
    .flatMap(({ arguments: given }) => given.at(-1)?.from ?? [])
  const opens = [...new Set([...annotated, ...passed, ...findObjectsWithProviders(code, bindings)])]
  return opens.flatMap(open => parseObjectLiteral(code, open) ?? [])
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
function completeOptions(parsed: ParsedSource, literal: ObjectLiteral, legacySessions: string): Edit[] {
  const hasAdapter = isAdapterAlwaysSet(parsed, findMember(parsed.code, literal, 'adapter'))
  return insertMembers(parsed, literal, { legacySessions, ...(!hasAdapter && { userId: "'account'" }) })
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
