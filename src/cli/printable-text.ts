import type { CommandContext } from './command-context.js'

/** Characters that change what a terminal shows: control characters, line and paragraph separators, and controls of the text direction. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/gu
const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** Escapes the characters of a file name or a message that a terminal interprets, including line breaks. */
export function toPrintable(text: string): string {
  return text.replace(unprintable, escapeCharacter)
}

/** Escapes the characters of a text that a terminal interprets. Line breaks and tabs stay. */
export function toPrintableLines(text: string): string {
  return text.replace(unprintable, (character, offset: number) =>
    character === '\n' || character === '\t' || text.startsWith('\r\n', offset)
      ? character
      : escapeCharacter(character),
  )
}

/** Returns whether a text contains no character that a terminal interprets. A line break is such a character. */
export function isPrintable(text: string): boolean {
  return toPrintable(text) === text
}

/** Returns a context whose output contains no characters that a terminal interprets, except for line breaks and tabs. */
export function toPrintableContext(context: CommandContext): CommandContext {
  return {
    ...context,
    out: text => context.out(toPrintableLines(text)),
    err: text => context.err(toPrintableLines(text)),
  }
}

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16)
  return (
    shortEscapes.get(character) ??
    (code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`)
  )
}
