import { createAuth } from 'latchkey/server'
import { describe, expect, test } from 'vitest'

interface Setup {
  readonly AUTH_URL?: string
  readonly basePath?: string
  /** The base path that the integration sets. */
  readonly ownBasePath?: string
}

/** Creates a server as an integration does, and returns the warnings about the base path. */
function listWarnings({ AUTH_URL, basePath, ownBasePath }: Setup): string[] {
  const warnings: string[] = []
  const logger = { warn: (code: string) => void warnings.push(code) }
  createAuth(
    { providers: [], logger, ...(basePath !== undefined && { basePath }) },
    { getBasePath: () => ownBasePath, getEnvironment: () => ({ AUTH_URL }) },
  )
  return warnings.filter(code => code.startsWith('env-url-basepath'))
}

describe('the warning that AUTH_URL has a path beside `basePath`', () => {
  test.each<Setup>([
    { AUTH_URL: 'https://app.example', basePath: '/api/auth' },
    { AUTH_URL: 'https://app.example/', basePath: '/api/auth' },
    { AUTH_URL: 'https://app.example/api/auth', basePath: '/api/auth' },
    { AUTH_URL: 'https://app.example/api/auth/', basePath: '/api/auth' },
    { AUTH_URL: 'https://app.example/api/auth', basePath: 'api/auth/' },
    { AUTH_URL: 'https://app.example/api/auth' },
    { AUTH_URL: 'https://app.example/one', basePath: '/two', ownBasePath: '/two' },
    { AUTH_URL: 'https://app.example/one', ownBasePath: '/two' },
    { AUTH_URL: 'localhost:3000', basePath: '/api/auth' },
    { basePath: '/api/auth' },
  ])('is not logged for %j', setup => {
    expect(listWarnings(setup)).toEqual([])
  })

  test.each<Setup>([
    { AUTH_URL: 'https://app.example/one', basePath: '/two' },
    { AUTH_URL: 'https://app.example/one/', basePath: '/one/two' },
    { AUTH_URL: 'https://app.example/one', basePath: '/' },
  ])('is logged for %j', setup => {
    expect(listWarnings(setup)).toEqual(['env-url-basepath-redundant'])
  })
})
