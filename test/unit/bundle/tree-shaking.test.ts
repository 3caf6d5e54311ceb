import { nodeResolve } from '@rollup/plugin-node-resolve'
import { build } from 'esbuild'
import { rolldown } from 'rolldown'
import { rollup } from 'rollup'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../../tools/shared/gate.js'
import { readSubpaths } from '../../../tools/shared/subpaths.js'
import { createProject, createTarball, removeFolders } from './packed.js'

/** Includes building and packing. */
const timeout = 180_000

const conditions = ['worker', 'workerd', 'edge-light']
/** What an app installs beside Latchkey. */
const external = [
  'node:*',
  'oauth4webapi',
  '@*',
  'drizzle-orm',
  'hono*',
  'kysely',
  'libsql',
  'next/*',
  'nodemailer',
  'react*',
  'solid-js',
  'vue',
]
const externalPattern = new RegExp(`^(?:${external.join('|').replaceAll('*', '.*')})$`)
const entry = 'app.js'

/** Bundles an app in `folder` without its dependencies. Returns the code. */
type Bundler = (folder: string, app: string) => Promise<string>

/** The app as a plugin of Rollup and Rolldown. */
function createAppPlugin(folder: string, app: string) {
  const id = `${folder}/${entry}`
  return {
    name: 'app',
    resolveId: (source: string) => (source === entry ? id : null),
    load: (source: string) => (source === id ? app : null),
  }
}

interface OutputPart {
  readonly fileName: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly code?: string
}

/** Returns the code that is loaded at the start. Some bundlers also write modules that nothing imports. */
function joinLoaded(output: readonly OutputPart[]): string {
  const loaded = new Set(output.filter(({ isEntry }) => isEntry))
  for (const { imports = [] } of loaded)
    for (const part of output) if (imports.includes(part.fileName)) loaded.add(part)
  return [...loaded].map(({ code }) => code).join('')
}

const bundlers: Readonly<Record<string, Bundler>> = {
  async esbuild(folder, app) {
    const { outputFiles } = await build({
      stdin: { contents: app, resolveDir: folder },
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      conditions,
      external,
      write: false,
      logLevel: 'silent',
    })
    return outputFiles.map(({ text }) => text).join('')
  },
  async Rollup(folder, app) {
    const bundle = await rollup({
      input: entry,
      external: externalPattern,
      plugins: [createAppPlugin(folder, app), nodeResolve({ exportConditions: conditions })],
    })
    const { output } = await bundle.generate({ format: 'es' })
    return joinLoaded(output)
  },
  async Rolldown(folder, app) {
    const bundle = await rolldown({
      input: entry,
      external: externalPattern,
      platform: 'neutral',
      plugins: [createAppPlugin(folder, app)],
      resolve: { conditionNames: ['import', ...conditions] },
    })
    const { output } = await bundle.generate({ format: 'es' })
    return joinLoaded(output)
  },
}

/** The subpaths that any bundler can read: no components of Svelte, and no command. */
const specifiers = readSubpaths(projectRoot)
  .filter(({ target }) => target.endsWith('.js'))
  .map(({ specifier }) => specifier)
  .filter(specifier => !['latchkey/svelte/components', 'latchkey/sveltekit/components'].includes(specifier))

/** Text of the code that the app does not use. */
const unused = { cookies: 'Max-Age=', forms: 'csrfToken', endpoints: 'authorization_endpoint' }

let project: string

beforeAll(async () => {
  project = await createProject(await createTarball())
}, timeout)

afterAll(removeFolders)

describe.each(Object.entries(bundlers))('%s', { timeout }, (_, bundle) => {
  test('leaves out every module of which an app uses nothing', async () => {
    const app = specifiers.map((specifier, index) => `import * as unused${index} from '${specifier}'`)
    const code = await bundle(project, app.join('\n'))
    expect(code.replace(/^\s*\/\/.*$/gm, '').trim()).toBe('')
  })

  test('keeps only the token functions for `encode`', async () => {
    const code = await bundle(project, `import { encode } from 'latchkey/jwt'\nglobalThis.encode = encode`)
    expect(code).toContain('A256CBC-HS512')
    for (const text of Object.values(unused)) expect(code).not.toContain(text)
  })

  test.each(['react', 'vue'])('keeps no component and no text of one for the session: %s', async name => {
    const texts = ['latchkey-avatar', 'Forgot password', 'account/sessions', 'ArrowDown']
    const all = await bundle(project, `import * as all from 'latchkey/${name}'\nglobalThis.all = all`)
    for (const text of texts) expect(all).toContain(text)
    const app = `import { useSession } from 'latchkey/${name}'\nglobalThis.useSession = useSession`
    const code = await bundle(project, app)
    expect(code).toContain('useSession')
    for (const text of texts) expect(code).not.toContain(text)
  })

  test('keeps only a symbol of the main module', async () => {
    const code = await bundle(
      project,
      `import { customFetch } from 'latchkey'\nglobalThis[customFetch] = fetch`,
    )
    expect(code).toContain('custom-fetch')
    for (const text of Object.values(unused)) expect(code).not.toContain(text)
  })

  test('keeps one provider of many', async () => {
    const app = `
      import * as discord from 'latchkey/providers/discord'
      import GitHub from 'latchkey/providers/github'
      globalThis.provider = GitHub({})`
    const code = await bundle(project, app)
    expect(code).toContain('https://github.com')
    expect(code).not.toContain('discord')
  })
})
