import { vi } from 'vitest'
import * as node from '../../../src/crypto/node.js'
import type { CryptoPlatform } from '../../../src/crypto/platform.js'
import * as web from '../../../src/crypto/web.js'

/** The two implementations of `#crypto`. */
export const platforms = { node, web } satisfies Record<string, CryptoPlatform>

export type PlatformName = keyof typeof platforms

/** The names of the platforms, for `describe.each`. */
export const platformNames = Object.keys(platforms) as PlatformName[]

/** Imports a new instance of `latchkey/jwt` that uses one of the platforms. */
export async function importJwt(name: PlatformName): Promise<typeof import('latchkey/jwt')> {
  vi.resetModules()
  vi.doMock('#crypto', () => platforms[name])
  const jwtModule = await import('latchkey/jwt')
  vi.doUnmock('#crypto')
  return jwtModule
}
