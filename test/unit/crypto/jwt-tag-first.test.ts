import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { salt, secret } from './jose-tokens.js'
import { importJwt, type PlatformName, platformNames } from './platforms.js'

const nodeDecrypt = vi.spyOn(nodeCrypto, 'createDecipheriv')
const webDecrypt = vi.spyOn(crypto.subtle, 'decrypt')
syncBuiltinESMExports()

afterEach(() => vi.clearAllMocks())
afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Returns the number of decryptions on the platform. */
const decryptions: Record<PlatformName, () => number> = {
  node: () => nodeDecrypt.mock.calls.length,
  web: () => webDecrypt.mock.calls.length,
}

test.each(platformNames)('the %s platform decrypts nothing before the tag is verified', async platform => {
  const { decode, encode } = await importJwt(platform)
  const token = await encode({ token: { sub: '42' }, secret, salt })

  for (const at of [2, 3, 4]) {
    const parts = token.split('.')
    const part = parts[at] ?? ''
    const changed = parts.with(at, (part.startsWith('A') ? 'B' : 'A') + part.slice(1)).join('.')
    await expect(decode({ token: changed, secret, salt })).rejects.toMatchObject({ type: 'InvalidToken' })
  }
  expect(decryptions[platform]()).toBe(0)

  await decode({ token, secret, salt })
  expect(decryptions[platform]()).toBe(1)
})
