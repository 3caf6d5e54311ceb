import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../../tools/shared/gate.js'
import { getFreePort } from '../support/free-port.js'
import { createProject, createTarball, removeFolders } from '../unit/bundle/packed.js'

/** The blocks of code of the section about TypeScript, by their language. */
async function readSnippets(): Promise<{ tsconfig: string; app: string }> {
  const page = await readFile(join(projectRoot, 'docs/frameworks/express.md'), 'utf8')
  const section = page.split('## Use TypeScript')[1]?.split('\n## ')[0] ?? ''
  const find = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(section)?.[1] ?? ''
  return { tsconfig: find('json'), app: find('ts') }
}

const timeout = 120_000
let folder: string
let snippets: Awaited<ReturnType<typeof readSnippets>>

beforeAll(async () => {
  folder = await createProject(await createTarball(), ['express', '@types/express', '@types/node'])
  snippets = await readSnippets()
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/app.ts'), snippets.app)
}, 300_000)

afterAll(removeFolders)

/** Compiles the app of the guide. @returns the errors */
async function compile(manifest: object, options: object, compiler: string): Promise<string> {
  const { compilerOptions, ...rest } = JSON.parse(snippets.tsconfig)
  const config = { ...rest, compilerOptions: { ...compilerOptions, types: ['node'], ...options } }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(projectRoot, 'node_modules', compiler, 'bin/tsc')
  return spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout
}

/** Runs the compiled app, and reads its pages. */
async function run(): Promise<string[]> {
  const port = await getFreePort()
  const env = {
    ...process.env,
    PORT: String(port),
    AUTH_SECRET: 'a secret of the TypeScript guide'.repeat(2),
  }
  const child = spawn(process.execPath, ['dist/app.js'], {
    cwd: folder,
    env: { ...env, NODE_ENV: 'development', AUTH_GITHUB_ID: 'id', AUTH_GITHUB_SECRET: 'secret' },
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'close')
  })
  const origin = `http://localhost:${port}`
  await expect
    .poll(
      () =>
        fetch(origin).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true)
  const read = async (path: string) => (await fetch(origin + path)).text()
  return [await read('/'), await read('/auth/csrf')]
}

const pages = ['Hello visitor', expect.stringContaining('csrfToken')]

/** `npm run test:frameworks` compiles with both versions and all settings. */
const isThorough = process.env['LATCHKEY_FRAMEWORKS'] === 'all'

const projects: readonly (readonly [name: string, manifest: object, options: object])[] = [
  ['a CommonJS project', {}, {}],
  ['a CommonJS project with node20', {}, { module: 'node20' }],
  ['a project of ES modules', { type: 'module' }, {}],
  ['a project of ES modules with node16', { type: 'module' }, { module: 'node16' }],
]

describe.each(isThorough ? ['typescript', 'typescript-5'] : ['typescript'])(
  'the guide of Express with %s',
  compiler => {
    test.each(isThorough ? projects : projects.slice(0, 1))(
      'compiles and runs %s',
      { timeout },
      async (_, manifest, options) => {
        expect(await compile(manifest, options, compiler)).toBe('')
        expect(await run()).toEqual(pages)
      },
    )
  },
)

if (isThorough)
  test('node16 in a CommonJS project is the error that the guide names', { timeout }, async () => {
    expect(await compile({}, { module: 'node16' }, 'typescript-5')).toContain('TS1479')
  })
