import { describe, expect, test } from 'vitest'
import { checkProviderPages } from '../check-provider-pages.js'
import { buildProviderPages, pagesFolder } from '../provider-pages.js'
import { createFixture } from './fixture.js'

const source = `/**
 * Harbor.
 *
 * - Ships only.
 *
 * @see https://harbor.example/apps
 */
export const Harbor = options => ({ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example', options })

export default Harbor
`

const files = {
  'src/providers/harbor.ts': source,
  'dist/providers/harbor.js': source,
  'test/fixtures/vendors/harbor.json': JSON.stringify({
    source: 'vendor',
    sources: ['https://harbor.example/docs'],
    disagreements: [],
    options: {},
    user: { email: null },
    emailVerified: null,
  }),
}

/** Returns the faults of a tree with current pages and `changes`. */
async function findFaults(changes = {}) {
  const pages = await buildProviderPages(createFixture(files))
  const written = Object.fromEntries([...pages].map(([name, text]) => [`${pagesFolder}/${name}`, text]))
  return checkProviderPages(createFixture({ ...files, ...written, ...changes }))
}

describe('the pages of the providers', () => {
  test('are those generated from the providers', async () => {
    expect(await findFaults()).toEqual([])
  })

  test.each([
    ['the provider was changed', { 'src/providers/harbor.ts': source.replace('Ships only', 'Boats too') }],
    ['the page was changed by hand', { [`${pagesFolder}/harbor.md`]: '# Harbour\n' }],
    ['the page is missing', { [`${pagesFolder}/harbor.md`]: null }],
  ])('are outdated when %s', async (_, changes) => {
    expect(await findFaults(changes)).toEqual([expect.stringContaining('harbor.md is outdated')])
  })

  test('are removed with their provider', async () => {
    expect(await findFaults({ [`${pagesFolder}/pier.md`]: '# Pier\n' })).toEqual([
      expect.stringContaining('pier.md is outdated'),
    ])
  })
})
