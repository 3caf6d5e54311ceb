import { describe, expect, test } from 'vitest'
import {
  computeTotpCode,
  defaultTotpParameters,
  findTotpFault,
  findTotpStep,
  generateTotpSecret,
  getTotpStep,
  type TotpAlgorithm,
  type TotpFactor,
} from '../../../../src/plugins/two-factor/totp.js'

const keyLengths: Readonly<Record<TotpAlgorithm, number>> = { SHA1: 20, SHA256: 32, SHA512: 64 }

/** The key of RFC 6238 appendix B, as its erratum 2866 has it: the digits, repeated to the length of the hash. */
function createVectorFactor(algorithm: TotpAlgorithm, digits: number): TotpFactor {
  const key = '1234567890'.repeat(7).slice(0, keyLengths[algorithm])
  return { ...defaultTotpParameters, algorithm, digits, secret: new TextEncoder().encode(key) }
}

const factor = createVectorFactor('SHA1', 6)

/** The middle of a step, in milliseconds. */
function getTime(step: number): number {
  return (step * 30 + 15) * 1000
}

describe('a code', () => {
  test.each([
    [59, '94287082', '46119246', '90693936'],
    [1111111109, '07081804', '68084774', '25091201'],
    [1111111111, '14050471', '67062674', '99943326'],
    [1234567890, '89005924', '91819424', '93441116'],
    [2000000000, '69279037', '90698825', '38618901'],
    [20000000000, '65353130', '77737706', '47863826'],
  ])('at %i s is that of RFC 6238 appendix B', async (seconds, sha1, sha256, sha512) => {
    for (const [algorithm, code] of [
      ['SHA1', sha1],
      ['SHA256', sha256],
      ['SHA512', sha512],
    ] as const) {
      const vector = createVectorFactor(algorithm, 8)
      const step = getTotpStep(vector, seconds * 1000)
      expect(await computeTotpCode(vector, step), algorithm).toBe(code)
      expect(await findTotpStep(vector, code, seconds * 1000), algorithm).toBe(step)
    }
  })

  test('of each counter is that of RFC 4226 appendix D', async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, (_, step) => computeTotpCode(factor, step)))
    expect(codes).toEqual([
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ])
  })

  test('keeps its leading zeros', async () => {
    expect(await computeTotpCode(factor, 50424280)).toBe('070562')
  })

  test('has 7 digits if the factor says so', async () => {
    expect(await computeTotpCode(createVectorFactor('SHA256', 7), 1)).toBe('6119246')
  })
})

describe('the step of a code', () => {
  test('is the current one, the one before or the one after, and no other', async () => {
    const codes = await Promise.all(
      [97, 98, 99, 100, 101, 102, 103].map(step => computeTotpCode(factor, step)),
    )
    const steps = await Promise.all(codes.map(code => findTotpStep(factor, code, getTime(100))))
    expect(steps).toEqual([null, null, 99, 100, 101, null, null])
  })

  test.each([
    [0, 99],
    [29_999, 99],
    [30_000, 100],
    [59_999, 100],
  ])('%i ms after the start of step 99 is step %i', (offset, step) => {
    expect(getTotpStep(factor, 99 * 30_000 + offset)).toBe(step)
  })

  test('follows the period of the factor', async () => {
    const slow = { ...factor, period: 60 }
    const code = await computeTotpCode(slow, 50)
    expect(await findTotpStep(slow, code, 50 * 60_000 + 59_000)).toBe(50)
    expect(await findTotpStep(factor, code, 50 * 60_000 + 59_000)).toBeNull()
  })

  test('is found with blanks in the code', async () => {
    expect(await findTotpStep(factor, ' 755 224\u00a0', 0)).toBe(0)
  })

  test.each([
    '',
    '755223',
    '7552240',
    '55224',
    '755-224',
    '٧٥٥٢٢٤',
    '755224\u0000',
    '0755224',
    '+755224',
    'NaN',
  ])('is not found for %j', async code => {
    expect(await findTotpStep(factor, code, 0)).toBeNull()
  })

  test('is the later one if two have the same code, so that the code counts once', async () => {
    expect(await computeTotpCode(factor, 50424280)).toBe(await computeTotpCode(factor, 50424281))
    for (const now of [50424280, 50424281])
      expect(await findTotpStep(factor, '070562', getTime(now))).toBe(50424281)
  })
})

describe('a factor', () => {
  test('has a secret of 160 random bits', () => {
    const secrets = Array.from({ length: 50 }, () => Buffer.from(generateTotpSecret()).toString('hex'))
    for (const secret of secrets) expect(secret).toHaveLength(40)
    expect(new Set(secrets).size).toBe(50)
  })

  test('uses SHA-1, 6 digits and 30 seconds by default', () => {
    expect(defaultTotpParameters).toEqual({ algorithm: 'SHA1', digits: 6, period: 30 })
  })

  test.each([
    {},
    { algorithm: 'SHA512', digits: 8, period: 60 },
    { algorithm: 'SHA256', digits: 7, period: 15 },
    { secret: new Uint8Array(10) },
  ] as Partial<TotpFactor>[])('of another system with %j can be used', changes => {
    expect(findTotpFault({ ...factor, ...changes })).toBeNull()
  })

  test.each([
    [{ algorithm: 'MD5' }, '`algorithm` must be SHA1, SHA256 or SHA512; it is MD5.'],
    [{ algorithm: 'constructor' }, '`algorithm` must be SHA1, SHA256 or SHA512; it is constructor.'],
    [{ digits: 5 }, '`digits` must be 6, 7 or 8; it is 5.'],
    [{ digits: 9 }, '`digits` must be 6, 7 or 8; it is 9.'],
    [{ period: 0 }, '`period` must be an integer from 15 to 300 seconds; it is 0.'],
    [{ period: 14 }, '`period` must be an integer from 15 to 300 seconds; it is 14.'],
    [{ period: 301 }, '`period` must be an integer from 15 to 300 seconds; it is 301.'],
    [{ period: 30.5 }, '`period` must be an integer from 15 to 300 seconds; it is 30.5.'],
    [{ secret: new Uint8Array(9) }, '`secret` must have at least 10 bytes; it has 9.'],
  ] as [Partial<TotpFactor>, string][])('of another system with %j cannot be used', (changes, fault) => {
    expect(findTotpFault({ ...factor, ...changes })).toBe(fault)
  })
})
