import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, createTarball, removeFolders } from './packed.js'

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
}

/** Bundles an app for an edge runtime, with everything that it loads on demand. */
async function bundleApp(code: string): Promise<SplitBundle> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: code, resolveDir: project },
    absWorkingDir: project,
    outdir: join(project, 'split'),
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['worker', 'workerd', 'edge-light'],
    logLevel: 'silent',
  })
  const modules = Object.keys(metafile.inputs)
    .filter(path => path.startsWith('node_modules/latchkey/dist/'))
    .map(path => path.replace('node_modules/latchkey/dist/', ''))
  return { modules, code: outputFiles.map(({ text }) => text).join('\n') }
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
