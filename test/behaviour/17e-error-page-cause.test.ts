import { afterEach, describe, expect, test, vi } from 'vitest'
import { type AppSetup, makeApp, origin } from '../support/app.js'

afterEach(() => vi.unstubAllEnvs())

/** What the page of a faulty configuration tells the developer. */
async function causeOn(path: string, more: AppSetup): Promise<string | undefined> {
  const body = await (await makeApp(more).answer(new Request(origin + path))).text()
  return /<div class="detail"><h2>[^<]*<\/h2><pre dir="ltr">([^<]*)<\/pre>/.exec(body)?.[1]
}

describe('the page of a faulty configuration', () => {
  test.each([
    ['MissingSecret', { secret: '' }, /`secret` \(or AUTH_SECRET\)/],
    ['UntrustedHost', { trustHost: false }, /`trustHost: true`/],
    ['MissingAdapter', { session: { strategy: 'database' } }, /`adapter`/],
    ['InvalidConfig', { languages: ['tlh'] }, /`languages` has &quot;tlh&quot;/],
  ] as const)('names %s and the option to set while one is developing', async (type, more, option) => {
    for (const path of ['/auth/signin', '/auth/error', '/auth/signout?callbackUrl=/']) {
      const cause = await causeOn(path, more as AppSetup)
      expect(cause).toMatch(new RegExp(`^${type}: `))
      expect(cause).toMatch(option)
    }
  })

  test('leaves the line with a new secret to the log', async () => {
    expect(await causeOn('/auth/signin', { secret: '' })).not.toMatch(/\n|AUTH_SECRET=/)
  })

  test('says nothing of it in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(await causeOn('/auth/signin', { secret: '' })).toBeUndefined()
    expect(await causeOn('/auth/signin', { trustHost: false })).toBeUndefined()
  })
})
