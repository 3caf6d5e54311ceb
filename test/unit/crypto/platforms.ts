import { vi } from 'vitest'
import * as node from '../../../src/crypto/node.js'
import type { CryptoPlatform } from '../../../src/crypto/platform.js'
import * as web from '../../../src/crypto/web.js'

/** The two files that `#crypto` chooses from. */
export const platforms = { node, web } satisfies Record<string, CryptoPlatform>

export type PlatformName = keyof typeof platforms

/** For `describe.each`. */
export const platformNames = Object.keys(platforms) as PlatformName[]

/** A fresh `latchkey/jwt` on one of the files, as the conditions of package.json would choose it. */
export async function importJwt(name: PlatformName): Promise<typeof import('latchkey/jwt')> {
  vi.resetModules()
  vi.doMock('#crypto', () => platforms[name])
  const jwtModule = await import('latchkey/jwt')
  vi.doUnmock('#crypto')
  return jwtModule
}
