import { readFileSync } from 'node:fs'
import { Auth as AuthJs, type AuthConfig as AuthJsConfig, customFetch as authJsCustomFetch } from '@auth/core'
import { getToken as getAuthJsToken } from '@auth/core/jwt'
import AuthJsNodemailer from '@auth/core/providers/nodemailer'
import { Auth, type AuthConfig, customFetch } from 'latchkey'
import { getToken } from 'latchkey/jwt'
import Nodemailer from 'latchkey/providers/nodemailer'
import { describe, expect, onTestFinished, test } from 'vitest'
import { setFrontEnd } from '../support/app.js'

/** The entry points of an implementation. `createTestApp` uses its `Auth` while its test runs. */
export interface Implementation {
  readonly getToken: typeof getToken
  readonly Nodemailer: typeof Nodemailer
}

/**
 * Runs the attack of an advisory. Returns what the attacker achieved, or nothing if the implementation is safe. Fails if an
 * honest user cannot do the same.
 */
export type Attack = (implementation: Implementation) => Promise<readonly string[]>

interface Section {
  readonly advisories: readonly { readonly id: string; readonly authJs?: 'safe' | 'vulnerable' }[]
}

const dataFile = new URL('advisories.json', import.meta.url)
const sections: readonly Section[] = JSON.parse(readFileSync(dataFile, 'utf8'))
const expectations = new Map(
  sections.flatMap(({ advisories }) => advisories.map(({ id, authJs }) => [id, authJs])),
)

const latchkey: Implementation = { getToken, Nodemailer }
const authJs = { getToken: getAuthJsToken, Nodemailer: AuthJsNodemailer } as unknown as Implementation

/** Defines the tests of an advisory: Latchkey must be safe, and `@auth/core` must be what advisories.json says. */
export function testAdvisory(id: string, title: string, attack: Attack): void {
  describe(`${id}: ${title}`, () => {
    test('latchkey', async () => {
      expect(await attack(latchkey)).toEqual([])
    })

    test('@auth/core', async () => {
      setFrontEnd(callAuthJs)
      onTestFinished(() => setFrontEnd(Auth))
      const achieved = await attack(authJs)
      expect(achieved.length > 0 ? 'vulnerable' : 'safe', achieved.join('\n')).toBe(expectations.get(id))
    })
  })
}

/** Auth.js has another symbol for `customFetch`. */
function callAuthJs(request: Request, config: AuthConfig): Promise<Response> {
  const providers = config.providers.map(provider =>
    typeof provider === 'object' && customFetch in provider
      ? { ...provider, [authJsCustomFetch]: provider[customFetch] }
      : provider,
  )
  return AuthJs(request, { ...config, providers } as unknown as AuthJsConfig)
}
