import fc from 'fast-check'

/** Texts that parsers, URLs, headers and markup treat in a special way. */
const specialTexts = [
  ...'\0\t\n\r \u00a0\ufeff\u2028;:,=&?#/\\@%+"\'<>`{}[]()|^~.-_*!$'.split(''),
  ...[
    '%00',
    '%2f',
    '%5c',
    '%zz',
    '%',
    '%E0%A4%A',
    '\r\n',
    '//',
    '\\\\',
    '/\\',
    '..',
    '\ud800',
    '\udfff',
    '😀',
  ],
  ...['ａ', 'İ', 'K', 'ß', 'ſ', '\u0307', '\u200b', '\u202e', '&lt;', '&#x3c;', '__proto__', 'constructor'],
  ...['<script>', '"><img src=x onerror=alert(1)>', '--><!--', '</title>', 'javascript:', 'null', '0', ''],
]

/** Generates special texts. */
export const specialText = fc.constantFrom(...specialTexts)

/** Generates texts: plain ones, any characters, and special ones between others. */
export const unusualText = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.array(fc.oneof(specialText, fc.string({ maxLength: 4 })), { maxLength: 6 }).map(parts => parts.join('')),
)

/** Generates texts of the list with a few characters removed and special texts inserted. */
export function createMutatedText(texts: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(200),
    removed: fc.nat(3),
    inserted: fc.oneof(specialText, fc.string()),
  })
  return fc
    .tuple(fc.constantFrom(...texts), fc.array(edit, { maxLength: 3 }))
    .map(([text, edits]) => edits.reduce(applyEdit, text))
}

interface Edit {
  readonly at: number
  readonly removed: number
  readonly inserted: string
}

function applyEdit(text: string, { at, removed, inserted }: Edit): string {
  const index = at % (text.length + 1)
  return text.slice(0, index) + inserted + text.slice(index + removed)
}

/** Generates JSON values that a field can have instead of its own. */
export const unusualJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1e300, '', [], {}, [[]], { a: null }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  unusualText,
  fc.jsonValue({ maxDepth: 2 }),
)
