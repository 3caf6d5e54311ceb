import type { Edit } from '../edits.js'
import type { Diagnostic, RewritePlan } from '../plan-source.js'
import type { Binding } from './bindings.js'
import {
  findCalls,
  findEnclosingBracket,
  findMember,
  findOpeningBracket,
  type ObjectLiteral,
  parseObjectLiteral,
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

function findOptionLiterals({ code }: ParsedSource, bindings: readonly Binding[]): ObjectLiteral[] {
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
  const opens = [...new Set([...annotated, ...passed, ...findProviderLists(code, bindings)])]
  return opens.flatMap(open => parseObjectLiteral(code, open) ?? [])
}

/** Finds objects with `providers: [` in a source that imports providers. */
function findProviderLists(code: ParsedSource['code'], bindings: readonly Binding[]): number[] {
  if (!bindings.some(({ specifier }) => specifier.startsWith('next-auth/providers/'))) return []
  return code.flatMap(({ text }, index) =>
    text === 'providers' && code[index + 1]?.text === ':' && code[index + 2]?.text === '['
      ? [findEnclosingBracket(code, index)]
      : [],
  )
}

/** With an adapter, ids come from the database. */
function completeOptions(parsed: ParsedSource, literal: ObjectLiteral, legacySessions: string): Edit[] {
  const hasAdapter = findMember(parsed.code, literal, 'adapter') !== undefined
  return insertMembers(parsed, literal, { legacySessions, ...(!hasAdapter && { userId: "'account'" }) })
}

/** What to check about an option, by its name. */
const optionHints: Readonly<Record<string, string>> = {
  logger: 'the methods of `logger` differ: `error` receives an Error, `warn` a code and a message',
  cookies:
    'with `cookies.sessionToken.name`, set `legacySessions.nextAuth4.cookieName` to the same name, so that users stay signed in',
}

function checkOptions(parsed: ParsedSource, literal: ObjectLiteral): Diagnostic[] {
  const { code } = parsed
  const hints = Object.entries(optionHints).flatMap(([name, text]) => {
    const offset = code[findMember(code, literal, name)?.from ?? -1]?.start
    return offset === undefined ? [] : [{ offset, text, needsManualChange: true }]
  })
  return [...hints, ...checkInlineProviders(parsed, literal)]
}

/** Reports inline OpenID Connect providers, which NextAuth 4 gave the type `oauth`. */
function checkInlineProviders({ code }: ParsedSource, literal: ObjectLiteral): Diagnostic[] {
  const providers = findMember(code, literal, 'providers')
  if (!providers) return []
  return code.slice(providers.from, providers.to).flatMap(({ text, start }, position) => {
    if (text !== 'wellKnown' || code[providers.from + position + 1]?.text !== ':') return []
    return [
      {
        offset: start,
        text: "set `type: 'oidc'` and `issuer` instead of `wellKnown` and `idToken: true`",
        needsManualChange: true,
      },
    ]
  })
}
