import type { Edit } from './edits.js'
import { findMember, type ObjectLiteral } from './expressions.js'
import type { Token } from './scanner.js'

/** A source with its tokens, without comments and text. */
export interface ParsedSource {
  readonly source: string
  readonly code: readonly Token[]
}

/** A comment in the line of the `{`, which stays there. */
const lineComment = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/(?=[ \t]*\r?\n))/

/** Inserts members at the start of an object literal, except for keys that it has. */
export function insertMembers(
  { source, code }: ParsedSource,
  literal: ObjectLiteral,
  members: Readonly<Record<string, string>>,
): Edit[] {
  const missing = Object.entries(members).filter(([key]) => !findMember(code, literal, key))
  const open = code[literal.open]
  if (!open || missing.length === 0) return []
  const [first] = literal.members
  const following = first && code[first.from]
  const gap = following ? source.slice(open.end, following.start) : ''
  const [comment = ''] = lineComment.exec(gap) ?? []
  const indent = /\r?\n[ \t]*(?=\S|$)/.exec(gap)?.[0] ?? ' '
  const text = missing.map(([key, value]) => `${indent}${key}: ${value}`).join(',')
  const end = following ? ',' : ' '
  const start = open.end + comment.length
  return [{ start, end: start, text: text + end }]
}
