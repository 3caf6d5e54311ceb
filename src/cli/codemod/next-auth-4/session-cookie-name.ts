import { findMember, type ObjectLiteral, parseObjectLiteral, type TokenRange } from '../expressions.js'
import type { ParsedSource } from '../insert-members.js'
import { SourceTooComplex } from '../scanner.js'
import { supportsJsx } from '../script-blocks.js'
import type { SourceFile } from '../source-files.js'
import { tokenize } from '../tokenizer.js'
import { findNextAuthBindings } from './next-auth-bindings.js'
import { findOptions } from './plan-options.js'

/** The name of the session cookie in the code: a literal, or null if only the app knows it. */
export type SessionCookieName = string | null

/** A name that depends on https, as NextAuth 4 names the cookie without the option. Functions with `legacySessions` read it. */
const defaultName = /^`\$\{[^`]*__Secure-[^`]*\}next-auth\.session-token`$/

/**
 * Finds the name of the session cookie of each app. An app that keeps the default has none.
 *
 * @param getApp returns the folder of the app to which a file belongs
 */
export function findCookieNames(
  files: readonly Pick<SourceFile, 'file' | 'path' | 'text'>[],
  getApp: (file: string) => string | undefined,
): ReadonlyMap<string, SessionCookieName> {
  const names = new Map<string, SessionCookieName>()
  for (const { file, path, text } of files) {
    const app = /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path) ? getApp(file) : undefined
    if (app === undefined) continue
    for (const name of findNamesOrNone(path, text))
      names.set(app, !names.has(app) || names.get(app) === name ? name : null)
  }
  return names
}

/** A source that cannot be read is reported when it is planned. */
function findNamesOrNone(path: string, source: string): SessionCookieName[] {
  try {
    return findSessionCookieNames(path, source)
  } catch (error) {
    if (error instanceof SourceTooComplex) return []
    throw error
  }
}

/** Finds the names that the configurations of a source give to the session cookie. */
function findSessionCookieNames(path: string, source: string): SessionCookieName[] {
  if (!/\bcookies\b/.test(source) || !source.includes('next-auth')) return []
  const code = tokenize(source, { jsx: supportsJsx(path) }).filter(
    ({ kind }) => kind !== 'comment' && kind !== 'text',
  )
  const parsed = { source, code }
  return findOptions(parsed, findNextAuthBindings(code)).flatMap(({ literal }) =>
    literal ? readName(parsed, literal) : [],
  )
}

function readName(parsed: ParsedSource, literal: ObjectLiteral): SessionCookieName[] {
  const cookies = findMember(parsed.code, literal, 'cookies')
  const sessionToken = cookies && readMember(parsed, cookies, 'sessionToken')
  if (sessionToken === undefined) return []
  const name = sessionToken && readMember(parsed, sessionToken, 'name')
  if (name === undefined) return []
  const text = name === null ? '' : readValue(parsed, name)
  if (defaultName.test(text)) return []
  return [/^(?:'[^'\\]+'|"[^"\\]+"|`[^`\\$]+`)$/.test(text) ? text : null]
}

/** Returns the member of the object that is the value of another one. Undefined if it has none, and null if the value is no literal. */
function readMember({ code }: ParsedSource, member: TokenRange, key: string): TokenRange | null | undefined {
  const literal = parseObjectLiteral(code, member.from + 2)
  if (!literal) return null
  const isSpread = literal.members.some(({ from }) => code[from]?.text === '...')
  return findMember(code, literal, key) ?? (isSpread ? null : undefined)
}

/** Returns the source between the colon and the next member. A template has tokens only for its expressions. */
function readValue({ source, code }: ParsedSource, { from, to }: TokenRange): string {
  return source.slice(code[from + 1]?.end, code[to]?.start).trim()
}
