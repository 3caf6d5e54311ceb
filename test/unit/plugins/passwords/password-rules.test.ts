import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findPasswordFault,
  getMinLength,
  type PasswordFault,
  type PasswordRules,
} from '../../../../src/plugins/passwords/rules/find-password-fault.js'

const alone: PasswordRules = { isOnlyFactor: true }
const withFactor: PasswordRules = { isOnlyFactor: false }

const faults: [string, unknown, PasswordRules, PasswordFault | null][] = [
  ['14 characters as only factor', 'x'.repeat(14), alone, 'too-short'],
  ['15 characters as only factor', 'x'.repeat(15), alone, null],
  ['7 characters with a second factor', 'qwzjkvx', withFactor, 'too-short'],
  ['8 characters with a second factor', 'qwzjkvxp', withFactor, null],
  ['a longer minimum of the app', 'x'.repeat(19), { ...alone, minLength: 20 }, 'too-short'],
  [
    'a shorter minimum of the app, which does not count',
    'x'.repeat(14),
    { ...alone, minLength: 8 },
    'too-short',
  ],
  ['256 characters', 'x'.repeat(256), alone, null],
  ['257 characters', 'x'.repeat(257), alone, 'too-long'],
  ['256 emojis, of two units each', '🔑'.repeat(256), alone, null],
  ['257 emojis', '🔑'.repeat(257), alone, 'too-long'],
  ['8 emojis with a second factor', '🔑'.repeat(8), withFactor, null],
  ['7 emojis, of 14 units', '🔑'.repeat(7), withFactor, 'too-short'],
  ['7 accented letters, of 14 code points before NFC', 'e\u0301'.repeat(7), withFactor, 'too-short'],
  ['256 accented letters, of 512 code points before NFC', 'e\u0301'.repeat(256), alone, null],
  ['a megabyte', 'x'.repeat(2 ** 20), alone, 'too-long'],
  ['blanks', ' '.repeat(20), alone, 'blank'],
  ['blanks of other kinds', '\u3000\u00a0\u2003\u200b'.repeat(5), alone, 'blank'],
  ['empty text', '', alone, 'blank'],
  ['nothing', undefined, alone, 'not-text'],
  ['null', null, alone, 'not-text'],
  ['a number', 123456789012345, alone, 'not-text'],
  ['a list', ['a long enough password'], alone, 'not-text'],
  ['half a character', `a long enough password\ud83d`, alone, 'not-text'],
  ['a NUL', 'a long enough\0password', alone, 'not-text'],
  ['a line break', 'a long enough\npassword', alone, 'not-text'],
  ['blanks inside and at the ends', ' a b c d e f g h ', alone, null],
  ['letters alone', 'correcthorsebattery', alone, null],
  ['digits alone', '493027518640275', alone, null],
  ['another script', 'пароль из слов и букв', alone, null],
  ['a common password', 'baseball', withFactor, 'common'],
  ['a common password in capitals', 'BaseBall', withFactor, 'common'],
  ['a common password of 15 characters', '1qaz2wsx3edc4rfv', alone, 'common'],
  ['a common password with more', 'baseball and horses', alone, null],
  ['the first of the list', '!qaz2wsx', withFactor, 'common'],
]

test.each(faults)('%s', async (_, password, rules, fault) => {
  expect(await findPasswordFault(password, rules)).toBe(fault)
})

test.each([
  [alone, 15],
  [withFactor, 8],
  [{ ...withFactor, minLength: 12 }, 12],
  [{ ...alone, minLength: 3 }, 15],
])('the minimum of %j is %i', (rules, length) => {
  expect(getMinLength(rules)).toBe(length)
})

describe('a password of names', () => {
  const rules: PasswordRules = {
    isOnlyFactor: false,
    names: [
      'ada.lovelace@engines.example',
      'Ada Lovelace',
      'adalove',
      'Acme Strasse',
      '0123456789',
      'Zoë',
      '',
      null,
      undefined,
    ],
  }
  const personal = [
    'ada.lovelace@engines.example',
    'ADA.LOVELACE@ENGINES.EXAMPLE',
    'AdaLovelace',
    'Ada Lovelace',
    'lovelaceada',
    'Lovelace 1815',
    '  lovelace  ',
    '1815Lovelace!',
    'lovelace10121815',
    'adaadaadaada',
    'acmestrasse',
    'ACMESTRAẞE',
    'ＬＯＶＥＬＡＣＥ',
    '0123456789',
    'adalove1',
    'acme-ada-1815',
    'engines2024',
    'zoe\u0308zoe\u0308zoë',
  ]
  const others = [
    'lovelace reads maps',
    'adalovelacex',
    'lovelace101218150',
    'xlovelace',
    'ada 4930 2751 8640',
    'love and peace',
    '0123456780-',
  ]

  test.each(personal)('%s is refused', async password => {
    expect(await findPasswordFault(password, rules)).toBe('personal')
  })

  test.each(others)('%s is allowed', async password => {
    expect(await findPasswordFault(password, rules)).toBeNull()
  })

  test('takes little time with names that overlap', async () => {
    const names = Array.from({ length: 50 }, (_, length) => 'a'.repeat(length + 1))
    expect(await findPasswordFault(`${'a'.repeat(255)}b`, { ...alone, names })).toBeNull()
  })
})

test('every string has an answer, and the Unicode form does not change it', async () => {
  const names = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant(null)))
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 30 }), names, async (password, names) => {
      const rules = { isOnlyFactor: false, names }
      const fault = await findPasswordFault(password.normalize('NFC'), rules)
      expect(await findPasswordFault(password.normalize('NFD'), rules)).toBe(fault)
    }),
  )
})

test('any value has an answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), async password => {
      const fault = await findPasswordFault(password, alone)
      expect(fault === null || typeof fault === 'string').toBe(true)
    }),
  )
})
