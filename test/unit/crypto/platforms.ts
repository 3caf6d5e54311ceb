import { vi } from 'vitest'
import * as node from '../../../src/crypto/node.js'
import type { CryptoPlatform } from '../../../src/crypto/platform.js'
import * as web from '../../../src/crypto/web.js'

/** The two files that `#crypto` chooses from. */
export const seams = { node, web } satisfies Record<string, CryptoPlatform>

export type SeamName = keyof typeof seams

/** For `describe.each`. */
export const eachSeam = Object.keys(seams) as SeamName[]

/** A fresh `latchkey/jwt` on one of the files, as the conditions of package.json would choose it. */
export async function jwtOn(name: SeamName): Promise<typeof import('latchkey/jwt')> {
  vi.resetModules()
  vi.doMock('#crypto', () => seams[name])
  const door = await import('latchkey/jwt')
  vi.doUnmock('#crypto')
  return door
}
