import { expect, test } from 'vitest'
import { formatCode, generateCode, hashCode, parseCode, verifyCode } from '../../../src/plugin-kit/codes.js'

test('a code is parsed as it is shown, and as people type it', async () => {
  for (const code of Array.from({ length: 50 }, generateCode)) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{13}$/)
    const shown = formatCode(code)
    expect(shown).toMatch(/^.{4}-.{5}-.{4}$/)
    const typings = [
      code,
      shown,
      shown.toLowerCase(),
      ` ${shown.replaceAll('-', ' ')}\t`,
      code.replaceAll('0', 'o'),
    ]
    for (const typed of typings) expect(parseCode(typed), typed).toBe(code)
    for (const typed of [`${shown}0`, code.slice(1), `U${code.slice(1)}`, code.replace(/.$/, '_'), ''])
      expect(parseCode(typed), typed).toBeNull()
  }
})

test('a code is verified with its hash, and with no other', async () => {
  const [code, other] = [generateCode(), generateCode()]
  const hash = await hashCode(code)
  expect(await verifyCode(parseCode(formatCode(code)) ?? '', hash)).toBe(true)
  expect(await verifyCode(other, hash)).toBe(false)
})
