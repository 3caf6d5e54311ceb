import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { nextAuth4Mappings } from '../../../src/cli/codemod/next-auth-4/module-map.js'
import { projectRoot } from '../../../tools/shared/gate.js'
import { secret } from '../../support/app.js'
import { issueNextAuth4Token } from '../../support/next-auth-4.js'

/** The aliases that the guide shows. */
let aliases: Record<string, string>

beforeAll(() => {
  const guide = readFileSync(join(projectRoot, 'docs/guides/migrate-from-next-auth-4.md'), 'utf8')
  const [, block = ''] = /```js\nconst nextAuth = \{([^}]+)\}/.exec(guide) ?? []
  aliases = Object.fromEntries([...block.matchAll(/'([^']+)': '([^']+)'/g)].map(([, from, to]) => [from, to]))
})

/** Bundles a package that was written for next-auth 4, with the aliases of the guide, and loads it. */
async function loadWithAliases(source: string) {
  const folder = mkdtempSync(join(projectRoot, 'node_modules/.latchkey-alias-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const entry = join(folder, 'node_modules/next-auth-widgets/index.js')
  mkdirSync(join(folder, 'node_modules/next-auth-widgets'), { recursive: true })
  writeFileSync(entry, source)
  const outfile = join(folder, 'bundle.mjs')
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    alias: aliases,
    conditions: ['latchkey-source'],
    external: ['react', 'react-dom', 'next', 'oauth4webapi'],
    logLevel: 'silent',
  })
  return import(pathToFileURL(outfile).href)
}

describe('a package that imports next-auth works with the aliases of the guide', () => {
  test('each module has one, and the package itself', () => {
    const modules = [...nextAuth4Mappings.keys()].filter(name => !name.startsWith('next-auth/providers/'))
    expect([...Object.keys(aliases), 'next-auth'].sort()).toEqual([...modules, 'next-auth/adapters'].sort())
    for (const [from, to] of Object.entries(aliases))
      if (nextAuth4Mappings.has(from)) expect(to).toBe(nextAuth4Mappings.get(from)?.to)
  })

  test('in the browser', async () => {
    const names = 'SessionProvider, useSession, getSession, getCsrfToken, getProviders, signIn, signOut'
    const widgets = await loadWithAliases(`export { ${names} } from 'next-auth/react'`)
    for (const name of names.split(', ')) expect(widgets[name]).toBeTypeOf('function')
  })

  test('on the server', async () => {
    const { readUser } = await loadWithAliases(
      "import { getToken } from 'next-auth/jwt'\nexport const readUser = (req, options) => getToken({ req, ...options })",
    )
    const cookie = `next-auth.session-token=${issueNextAuth4Token({ sub: '4711' }, secret)}`
    const legacySessions = { nextAuth4: { until: '2999-01-01' } }
    expect(await readUser({ headers: { cookie } }, { secret, legacySessions })).toMatchObject({ sub: '4711' })
  })
})
