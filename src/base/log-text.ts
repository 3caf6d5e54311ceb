/** Maximum length of one text in the log, in characters. */
const maxLength = 2_000

/**
 * Characters that could forge a line of the log, control a terminal, or reorder the text: control characters, line and paragraph
 * separators, and bidirectional controls.
 */
const unsafeCharacter = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Escapes a text for the log, as `\u001b`, and cuts it after 2,000 characters. Every logged text passes through it. */
export function toLogText(text: string): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
  return cut.replace(unsafeCharacter, escapeCharacter)
}

/** Escapes a text that may have several lines. */
export function toLogLines(text: string): string {
  return text.split('\n').map(toLogText).join('\n')
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** How deep the metadata of a debug message is copied. */
const maxDepth = 4

/** Copies metadata for the log, with all of its texts escaped. */
export function toLogValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return toLogText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) return '…'
  const entries: [string, unknown][] = Object.entries(value)
  if (Array.isArray(value)) return entries.map(([, item]) => toLogValue(item, depth + 1))
  return Object.fromEntries(entries.map(([name, item]) => [toLogText(name), toLogValue(item, depth + 1)]))
}
