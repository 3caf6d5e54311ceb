import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { build as buildWithVite, defaultServerConditions } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arabic } from '../../../src/pages/locales/ar.js'
import { german } from '../../../src/pages/locales/de.js'
import { english } from '../../../src/pages/locales/en.js'
import { spanish } from '../../../src/pages/locales/es.js'
import { french } from '../../../src/pages/locales/fr.js'
import { japanese } from '../../../src/pages/locales/ja.js'
import { portuguese } from '../../../src/pages/locales/pt.js'
import { chinese } from '../../../src/pages/locales/zh.js'
import { createProject, createTarball, removeFolders, run } from './packed.js'

/** Includes building and packing. */
const timeout = 180_000

let project: string

beforeAll(async () => {
  project = await createProject(await createTarball(), ['@simplewebauthn/server'])
}, timeout)

afterAll(removeFolders)

interface SplitBundle {
  /** The modules of Latchkey in the bundle, also those that are loaded on demand. */
  readonly modules: readonly string[]
  /** The text of all files. */
  readonly code: string
  /** The path of the module that starts the app. */
  readonly file: string
}

/** Bundles an app for an edge runtime, with everything that it loads on demand. */
async function bundleApp(code: string, conditions: readonly string[] = []): Promise<SplitBundle> {
  const folder = await mkdtemp(join(project, 'split-'))
  const { metafile } = await build({
    stdin: { contents: code, resolveDir: project },
    absWorkingDir: project,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    charset: 'utf8',
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['worker', 'workerd', 'edge-light', ...conditions],
    logLevel: 'silent',
  })
  const modules = Object.keys(metafile.inputs)
    .filter(path => path.startsWith('node_modules/latchkey/dist/'))
    .map(path => path.replace('node_modules/latchkey/dist/', ''))
  const files = await Promise.all((await readdir(folder)).map(name => readFile(join(folder, name), 'utf8')))
  return { modules, code: files.join('\n'), file: join(folder, 'stdin.mjs') }
}

function createApp(imports: string, options: string): string {
  return `
    import { Auth } from 'latchkey'
    ${imports}
    export const respond = request => Auth(request, { ${options} })
  `
}

describe('the bundle of an app', () => {
  const modulesOfPasskeys = [
    'config/validate-passkeys.js',
    'flows/webauthn/ceremonies.js',
    'pages/passkey-script.js',
  ]

  test('has no code of passkeys without a passkey provider', async () => {
    const app = createApp("import GitHub from 'latchkey/providers/github'", 'providers: [GitHub]')
    const { modules, code } = await bundleApp(app)
    expect(modules).toContain('pages/index.js')
    expect(modules.filter(path => modulesOfPasskeys.includes(path))).toEqual([])
    expect(code).not.toContain('PublicKeyCredential')
  })

  test.each(['passkey', 'webauthn'])('has the code of passkeys with the provider %s', async name => {
    const app = createApp(`import create from 'latchkey/providers/${name}'`, 'providers: [create()]')
    const { modules, code } = await bundleApp(app)
    expect(modules).toEqual(expect.arrayContaining(modulesOfPasskeys))
    expect(code).toContain('PublicKeyCredential')
  })
})

describe('the languages in the bundle', () => {
  const others = { arabic, chinese, french, german, japanese, portuguese, spanish }

  /** Prints the sign-in page of a visitor from Germany. */
  const app = `
    import { Auth } from 'latchkey'
    import GitHub from 'latchkey/providers/github'
    const config = {
      secret: 'of-thirty-two-characters-or-more',
      trustHost: true,
      providers: [GitHub({ clientId: 'id', clientSecret: 'secret' })],
    }
    const headers = { 'accept-language': 'de' }
    const response = await Auth(new Request('https://app.example/auth/signin', { headers }), config)
    console.log(await response.text())
  `

  /** Lists the languages of which the bundle contains a text. */
  function listLanguages({ code }: Pick<SplitBundle, 'code'>): string[] {
    return Object.entries(others).flatMap(([name, { signIn }]) =>
      code.includes(signIn.subtitle) ? [name] : [],
    )
  }

  test('are all of them, and the page is in that of the visitor', async () => {
    const bundle = await bundleApp(app)
    expect(listLanguages(bundle)).toEqual(Object.keys(others))
    const page = run(process.execPath, [bundle.file], project)
    expect(page).toContain('<html lang="de"')
    expect(page).toContain(german.signIn.heading)
  })

  test('are only English with the condition `latchkey-english`, and the page too', async () => {
    const bundle = await bundleApp(app, ['latchkey-english'])
    expect(bundle.code).toContain(english.signIn.subtitle)
    expect(listLanguages(bundle)).toEqual([])
    expect(bundle.modules.filter(path => path.startsWith('pages/locales/'))).toEqual([
      'pages/locales/english-only.js',
    ])
    const page = run(process.execPath, [bundle.file], project)
    expect(page).toContain('<html lang="en"')
    expect(page).toContain(english.signIn.heading)
    expect(page).not.toContain(german.signIn.heading)
  })
  test.each([
    ['are all of them', [], Object.keys(others)],
    ['are only English with the condition `latchkey-english`', ['latchkey-english'], []],
  ])('%s with Vite', async (_, conditions, expected) => {
    await writeFile(join(project, 'app.js'), app)
    const result = await buildWithVite({
      root: project,
      configFile: false,
      logLevel: 'silent',
      ssr: {
        noExternal: ['latchkey'],
        resolve: { conditions: [...conditions, ...defaultServerConditions] },
      },
      build: { ssr: 'app.js', write: false },
    })
    const outputs = [result].flat().flatMap(built => ('output' in built ? built.output : []))
    const code = outputs.map(output => ('code' in output ? output.code : '')).join('\n')
    expect(code).toContain(english.signIn.subtitle)
    expect(listLanguages({ code })).toEqual(expected)
  })
})
