import { describe, expect } from 'vitest'
import { atOnce, checks } from './check.js'
import { aToken } from './records.js'
import type { MakeSubject } from './subject.js'

export function tokenContract(make: MakeSubject): void {
  const it = checks(make)

  describe('one-time tokens', () => {
    it('are given out once, as they were created', async adapter => {
      const token = aToken()
      await adapter.createVerificationToken(token)
      expect(await adapter.useVerificationToken(token)).toEqual(token)
      expect(await adapter.useVerificationToken(token)).toBeNull()
    })

    it('tell their end to the millisecond, also when it has passed', async adapter => {
      const token = aToken({ expires: new Date(1_001) })
      await adapter.createVerificationToken(token)
      const used = await adapter.useVerificationToken(token)
      expect(used?.expires).toBeInstanceOf(Date)
      expect(used?.expires.getTime()).toBe(1_001)
    })

    it('stay when the address or the token is wrong', async adapter => {
      const token = aToken()
      await adapter.createVerificationToken(token)
      expect(await adapter.useVerificationToken({ ...token, identifier: 'eve@example.com' })).toBeNull()
      expect(await adapter.useVerificationToken({ ...token, token: 'wrong' })).toBeNull()
      expect(await adapter.useVerificationToken({ ...token, token: '' })).toBeNull()
      expect(await adapter.useVerificationToken(token)).toEqual(token)
    })

    it('may be several for one address, and alike for two', async adapter => {
      const tokens = [
        aToken({ token: 'one' }),
        aToken({ token: 'two' }),
        aToken({ identifier: 'bob@example.com', token: 'one' }),
      ]
      for (const token of tokens) await adapter.createVerificationToken(token)
      for (const token of tokens) expect(await adapter.useVerificationToken(token)).toEqual(token)
    })

    it('stay when they are looked at, where the adapter can do that', async adapter => {
      const token = aToken()
      await adapter.createVerificationToken(token)
      if (!adapter.getVerificationToken) return
      expect(await adapter.getVerificationToken({ ...token, token: 'wrong' })).toBeNull()
      expect(await adapter.getVerificationToken({ ...token, identifier: 'eve@example.com' })).toBeNull()
      expect(await adapter.getVerificationToken(token)).toEqual(token)
      expect(await adapter.useVerificationToken(token)).toEqual(token)
      expect(await adapter.getVerificationToken(token)).toBeNull()
    })

    it('can be put back', async adapter => {
      const token = aToken()
      await adapter.createVerificationToken(token)
      await adapter.useVerificationToken(token)
      await adapter.createVerificationToken(token)
      expect(await adapter.useVerificationToken(token)).toEqual(token)
    })

    it('have one winner when 16 use one at the same time', async adapter => {
      for (let round = 0; round < 25; round++) {
        const token = aToken()
        await adapter.createVerificationToken(token)
        const { answers, failures } = await atOnce(16, () => adapter.useVerificationToken(token))
        expect(failures).toEqual([])
        expect(answers.filter(answer => answer !== null)).toEqual([token])
      }
    })
  })
}
