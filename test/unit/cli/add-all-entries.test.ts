import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installLinkedPackages } from '../../../tools/linked-packages.js'
import { projectRoot } from '../../../tools/shared/gate.js'
import { createProgram } from '../../../tools/shared/program.js'
import { runCli } from './run-cli.js'

const source = `import type { AuthConfig } from 'latchkey'

export const config: AuthConfig = {
  providers: [],
}
`

/** The modules of providers, without those that only create factories. */
const providers = readdirSync(join(projectRoot, 'src/providers'))
  .filter(file => file.endsWith('.ts') && !file.startsWith('define'))
  .map(file => file.slice(0, -'.ts'.length))

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))

/** The subpaths of first-party plugins. */
const plugins = Object.entries<Record<string, string>>(manifest.exports).flatMap(([subpath, conditions]) =>
  /^\.\/src\/plugins\/[\w-]+\/index\.ts$/.test(conditions['latchkey-source'] ?? '') ? subpath.slice(2) : [],
)

interface AddedEntry {
  readonly code: number
  readonly entry: {
    readonly variables: readonly string[]
    readonly registration: string | null
    readonly callbackPath: string | null
  }
  readonly source: string
}

/** Adds an entry to the configuration in a folder. */
async function addEntry(folder: string, name: string): Promise<AddedEntry> {
  const path = join(folder, 'auth.ts')
  writeFileSync(path, source)
  const { code, out } = await runCli(['add', name, '--write', '--json'], { cwd: folder })
  return { code, entry: JSON.parse(out).entries[0], source: readFileSync(path, 'utf8') }
}

/** Returns the syntax and type errors of each source. */
function compile(sources: ReadonlyMap<string, string>): string[] {
  const virtual = new Map([...sources].map(([name, text]) => [join(projectRoot, `added/${name}.ts`), text]))
  const program = createProgram(projectRoot, { virtual })
  return [...virtual.keys()].flatMap(path => {
    const file = program.getSourceFile(path)
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return found.map(
      ({ messageText }) =>
        `${path.slice(projectRoot.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
  })
}

describe('latchkey add', () => {
  const added = new Map<string, AddedEntry>()
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-add-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  beforeAll(async () => {
    await installLinkedPackages()
    const packages = ['nodemailer', 'kysely', 'libsql', '@opentelemetry/api', '@simplewebauthn/server']
    const dependencies = Object.fromEntries(packages.map(name => [name, '*']))
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }))
    for (const name of [...providers, ...plugins]) added.set(name, await addEntry(folder, name))
  }, 120_000)

  test('knows every provider and every plugin', async () => {
    const { out } = await runCli(['add', '--json'])
    expect(JSON.parse(out)).toMatchObject({ providers: providers.sort(), plugins: plugins.sort() })
    expect(providers.length).toBeGreaterThan(170)
    expect(plugins.length).toBeGreaterThan(5)
  })

  test('no name is a provider, a plugin and a component at once', async () => {
    const { out } = await runCli(['add', '--json'])
    const names = Object.values<string[]>(JSON.parse(out)).flat()
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('writes an entry that compiles, for each of them', () => {
    expect([...added].filter(([, { code }]) => code !== 0)).toEqual([])
    const unchanged = [...added].filter(
      ([, entry]) => !/^ {2}(?:providers|plugins): \[\w/m.test(entry.source),
    )
    expect(unchanged).toEqual([])
    expect(compile(new Map([...added].map(([name, entry]) => [name, entry.source])))).toEqual([])
  }, 240_000)

  test('a wrong entry would not compile', () => {
    const wrong = (added.get('synology')?.source ?? '').replace(/Synology\(.*\)/, 'Synology')
    expect(compile(new Map([['synology', wrong]]))).toHaveLength(1)
  }, 120_000)

  test('names the variables, the callback URL and the registration that the page of the provider has', () => {
    for (const [name, { entry }] of added) {
      const page = join(projectRoot, `docs/providers/${name}.md`)
      if (!existsSync(page)) continue
      const text = readFileSync(page, 'utf8')
      const [, variables = ''] = /^\| Environment variables \| (.*) \|$/m.exec(text) ?? []
      const [, registration = ''] = /^\| Registration \| <(.*)> \|$/m.exec(text) ?? []
      const documented = [...variables.matchAll(/`(\w+)`/g)].map(([, variable]) => variable)
      const callback = /^\| Redirect URI \| `https:\/\/your\.site(.*)` \|$/m.exec(text)?.[1] ?? null
      expect(entry, name).toMatchObject({
        variables: expect.arrayContaining(documented),
        registration,
        callbackPath: callback,
      })
    }
  })
})
