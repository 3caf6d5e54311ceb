import { describe, expect, test } from 'vitest'
import { normalizeName } from '../../src/throttling/accounts.js'
import { countAllowed, createThrottledApp, expectSignIn, submitPassword } from './throttled-app.js'

const ignorable = [
  '\u00ad',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\ufe0f',
  '\u034f',
  '\u{e0041}',
  '\u180b',
]
const marks = ['\u0301', '\u0308', '\u0327', '\u0332', '\u20dd']
const blanks = ['\u0020', '\u00a0', '\u2003', '\u3000', '\t']
const fullWidth = (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)

/** Ways to write a letter so that a database can find the same account. */
const letterSpellings: readonly ((letter: string, seed: number) => string)[] = [
  letter => letter.toUpperCase(),
  fullWidth,
  letter => fullWidth(letter.toUpperCase()),
  (letter, seed) => letter + ignorable[seed % ignorable.length],
  (letter, seed) => letter + marks[seed % marks.length],
  (letter, seed) => `${letter}${marks[seed % marks.length]}`.normalize('NFC'),
  letter => String.fromCodePoint(0x1d41a + (letter.codePointAt(0) ?? 0) - 97),
]

/** Generates spellings of a name that all differ, from its position in the list. */
function createSpellings(base: string, times: number): string[] {
  const spellings = new Set<string>()
  for (let seed = 1; spellings.size < times; seed++) {
    const letters = [...base].map((letter, index) => {
      const choice = (seed * 31 + index * 17 + Math.floor(seed / 7)) % (letterSpellings.length * 2)
      return /[a-z]/.test(letter) ? (letterSpellings[choice]?.(letter, seed + index) ?? letter) : letter
    })
    const blank = blanks[seed % blanks.length]
    spellings.add(seed % 3 === 0 ? `${blank}${letters.join('')}${blank}` : letters.join(''))
  }
  return [...spellings]
}

describe('the spellings of one account', () => {
  test.each(['ada@example.com', 'grace.hopper', 'user@muenchen.example', 'mary ann'])(
    'of %s share one limit: 200 spellings get ten attempts',
    async base => {
      const { open } = createThrottledApp()
      const visit = open()
      const statuses = []
      for (const spelling of createSpellings(base, 200))
        statuses.push((await submitPassword(visit, spelling)).status)
      expect(countAllowed(statuses)).toBe(10)
      await expectSignIn(open(), 'bob@example.com')
    },
  )

  test.each([
    ['straße', 'STRASSE'],
    ['ıstanbul', 'İSTANBUL'],
    ['ﬁnn', 'Finn'],
    ['Σοφός', 'σοφοσ'],
    ['Ångström', 'angstrom'],
    ['Łódź', 'lodz'],
    ['ærø', 'AERO'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.EXAMPLE'],
    ['a\u0000da', 'ada'],
    ['Ⅷ', 'viii'],
    ['가', '\u1100\u1161'],
    ['mary  ann', 'mary\u00a0ann '],
  ])('%s and %s are one name', (one, other) => {
    expect(normalizeName(one)).toBe(normalizeName(other))
  })

  test.each([
    ['ada@example.com', 'ada@example.org'],
    ['ada', 'bob'],
    ['a.da@example.com', 'ada@example.com'],
    ['ada+1@example.com', 'ada@example.com'],
    ['mary ann', 'maryann'],
    ['山田', '田山'],
  ])('%s and %s are two names', (one, other) => {
    expect(normalizeName(one)).not.toBe(normalizeName(other))
  })

  test('folding again changes nothing', () => {
    for (let code = 0; code < 0x30000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue
      const folded = normalizeName(`a${String.fromCodePoint(code)}b`)
      if (normalizeName(folded) !== folded) expect.fail(`U+${code.toString(16)}`)
    }
  })
})
