import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createJoseToken, openWithJose, salt, sealWithJose, secret } from '../unit/crypto/jose-tokens.js'
import { importJwt, platformNames } from '../unit/crypto/platforms.js'

describe('JWT clock tolerance', () => {
  const noon = Date.parse('2026-06-01T12:00:00Z')
  const inSeconds = (seconds: number) => noon / 1000 + seconds

  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: noon }))
  afterEach(() => void vi.useRealTimers())

  const expired = { type: 'InvalidToken', code: 'ERR_JWT_EXPIRED' }
  const claim = { type: 'InvalidToken', code: 'ERR_JWT_CLAIM_VALIDATION_FAILED' }

  describe.each(platformNames)('on the %s platform', async seam => {
    const { decode, encode } = await importJwt(seam)

    test('a token is accepted until 15 seconds after its expiry, as in jose', async () => {
      const token = await encode({ secret, salt, maxAge: 60 })
      for (const [seconds, good] of [
        [0, true],
        [59, true],
        [70, true],
        [74.999, true],
        [75, false],
        [80, false],
        [86_400, false],
      ] as const) {
        vi.setSystemTime(noon + seconds * 1000)
        const ours = await decode({ token, secret, salt }).catch(error => error)
        if (good) expect(ours, `after ${seconds} s`).toMatchObject({ exp: inSeconds(60) })
        else expect(ours, `after ${seconds} s`).toMatchObject(expired)
        const theirs = openWithJose(token).then(
          () => true,
          () => false,
        )
        expect(await theirs, `jose, after ${seconds} s`).toBe(good)
      }
    })

    test('a token is accepted 15 seconds before its `nbf`', async () => {
      const token = await createJoseToken({ sub: '42', nbf: inSeconds(60) })
      vi.setSystemTime(noon + 44_000)
      await expect(decode({ token, secret, salt })).rejects.toMatchObject(claim)
      vi.setSystemTime(noon + 45_000)
      expect(await decode({ token, secret, salt })).toMatchObject({ sub: '42' })
    })

    test('a token without `exp` does not expire', async () => {
      const token = await createJoseToken({ sub: '42' })
      vi.setSystemTime(noon + 1e12)
      expect(await decode({ token, secret, salt })).toEqual({ sub: '42' })
    })

    test.each([
      ['exp', 'tomorrow'],
      ['exp', null],
      ['exp', '1e99'],
      ['nbf', 'yesterday'],
      ['nbf', {}],
    ])('an `%s` of %j is rejected', async (name, value) => {
      const token = await sealWithJose(JSON.stringify({ sub: '42', [name]: value }))
      await expect(decode({ token, secret, salt })).rejects.toMatchObject(claim)
    })

    test('a token with a maxAge of 0 expires after the tolerance', async () => {
      const token = await encode({ secret, salt, maxAge: 0 })
      expect(await decode({ token, secret, salt })).toMatchObject({ exp: inSeconds(0) })
      vi.setSystemTime(noon + 15_000)
      await expect(decode({ token, secret, salt })).rejects.toMatchObject(expired)
    })
  })
})
