import type { Edit } from '../edits.js'
import type { Token } from '../scanner.js'
import { findMember, type ObjectLiteral } from './expressions.js'

/** A source with its tokens, without comments and text. */
export interface ParsedSource {
  readonly source: string
  readonly code: readonly Token[]
}

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
  const indent = /\n[ \t]*$/.exec(gap)?.[0] ?? ' '
  const text = missing.map(([key, value]) => `${indent}${key}: ${value}`).join(',')
  const end = following ? ',' : ' '
  return [{ start: open.end, end: open.end, text: text + end }]
}
