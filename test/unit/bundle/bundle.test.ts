import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../../tools/shared/gate.js'
import { readManifest, readSubpaths } from '../../../tools/shared/subpaths.js'
import { selectCases } from '../../support/fire.js'
import { createVisitor } from '../../support/visitor.js'
import { buildBundle, bundleModules, platforms } from './bundler.js'
import { buildNextApp, installNextApp, nextApp, readClientChunks, startNextApp } from './next-app.js'
import { createProject, createTarball, removeFolders, run } from './packed.js'

/** Includes building, installing and bundling. */
const timeout = 180_000

const peers = Object.keys(readManifest(projectRoot).peerDependencies)
const subpaths = readSubpaths(projectRoot).map(({ specifier }) => specifier)
const needingPeers = [
  'latchkey/adapters/drizzle',
  'latchkey/adapters/sql',
  'latchkey/angular',
  'latchkey/hono',
  'latchkey/nest',
  'latchkey/next',
  'latchkey/next-auth-4',
  'latchkey/next-auth-4/middleware',
  'latchkey/providers/nodemailer',
  'latchkey/providers/passkey',
  'latchkey/providers/webauthn',
  'latchkey/react',
  'latchkey/react-router',
  'latchkey/solid',
  'latchkey/vue',
]
/** Frameworks and other packages that are no peers: an app that imports their subpath has them. */
const frameworks = [
  '@angular/core',
  '@angular/router',
  '@nestjs/common',
  'drizzle-orm',
  'hono',
  'react-router',
  'solid-js',
  'vue',
]
const needingSvelte = ['latchkey/svelte/components', 'latchkey/sveltekit/components']
const needingNothing = subpaths.filter(name => ![...needingPeers, ...needingSvelte].includes(name))
const needingNode = [
  'latchkey/angular/server',
  'latchkey/aws-lambda',
  'latchkey/express',
  'latchkey/fastify',
  'latchkey/koa',
  'latchkey/node',
  'latchkey/nuxt',
]

let tarball: string
let project: string

beforeAll(async () => {
  tarball = await createTarball()
  project = await createProject(tarball)
}, timeout)

afterAll(removeFolders)

describe('without the optional peers', () => {
  test.each(peers)('%s is not installed', peer => {
    expect(() => createRequire(join(project, 'index.js')).resolve(peer)).toThrow(/Cannot find/)
  })

  describe.each(platforms)('for %s', platform => {
    const bundled = needingNothing.filter(subpath => platform === 'node' || !needingNode.includes(subpath))
    let builtins: ReadonlyMap<string, readonly string[]>

    beforeAll(async () => {
      builtins = await bundleModules(project, bundled, platform)
    }, timeout)

    test.each(bundled)('%s bundles', subpath => {
      expect(builtins.get(subpath)).toEqual(platform === 'node' ? expect.any(Array) : [])
    })
  })

  test.each(needingPeers)('%s does not bundle, and the bundler names the missing package', async subpath => {
    const failure = await buildBundle(project, `export * from '${subpath}'`, 'node').catch(String)
    expect(failure).toMatch(new RegExp(`Could not resolve "(${[...peers, ...frameworks].join('|')})["/]`))
  })

  test.each(needingSvelte)('%s does not bundle without a Svelte compiler', async subpath => {
    const failure = await buildBundle(project, `export * from '${subpath}'`, 'node').catch(String)
    expect(failure).toContain('No loader is configured for ".svelte" files')
  })
})

const forBrowsers = readSubpaths(projectRoot).filter(({ target }) => target.startsWith('dist/client/'))

test.each(forBrowsers)('a browser can load $specifier without a bundler', async ({ specifier, target }) => {
  const { files, others } = await listImports(target, /(?:from|import\(?) ?"([^"]+)"/g)
  // An import map can name the package of a framework, but not what only package.json of Latchkey resolves.
  expect(others.filter(imported => imported.startsWith('#'))).toEqual([])
  if (specifier === 'latchkey/client') expect([files.length > 1, others.length]).toEqual([true, 0])
})

test('the sign-in page loads few files, and none that completes a sign-in', async () => {
  const statically = /(?:from|import) ?"([^"]+)"/g
  const start = await listImports('dist/index.js', statically)
  const modules = ['dist/actions/sign-in-actions.js', 'dist/pages/index.js']
  const lists = await Promise.all(modules.map(module => listImports(module, statically)))
  const loaded = new Set(lists.flatMap(({ files }) => files.filter(file => !start.files.includes(file))))
  expect([...loaded].sort()).toEqual([
    'dist/actions/sign-in-actions.js',
    'dist/chunks/html.js',
    'dist/chunks/locales.js',
    'dist/chunks/parts.js',
    'dist/pages/index.js',
  ])
  // Each is one more file.
  const others = new Set(lists.flatMap(list => list.others.filter(name => !start.others.includes(name))))
  expect([...others]).toEqual(['#locales'])
})

/** Lists the files that a file of the package loads, and what else it imports. */
async function listImports(
  file: string,
  pattern: RegExp,
): Promise<{ readonly files: readonly string[]; readonly others: readonly string[] }> {
  const files = new Set([file])
  const others = new Set<string>()
  for (const path of files) {
    const code = await readFile(join(project, 'node_modules/latchkey', path), 'utf8')
    for (const [, imported = ''] of code.matchAll(pattern))
      if (imported.startsWith('.')) files.add(join(path, '..', imported))
      else others.add(imported)
  }
  return { files: [...files], others: [...others] }
}

/** Sends one email with `Email`, and prints the error or "sent". */
const emailApp = `
  import Email from 'latchkey/providers/email'
  const provider = Email({ server: { jsonTransport: true } })
  const [url, expires, theme] = ['https://app.example/link', new Date(), {}]
  const params = { identifier: 'ada@example.com', url, expires, theme, token: 't', provider: { ...provider.options } }
  console.log(await provider.sendVerificationRequest(params).then(() => 'sent', error => error.message))
`

describe('`Email` with `server`', () => {
  test('names the missing package and how to install it, when the first email is sent', async () => {
    const { file } = await buildBundle(project, emailApp, 'node')
    expect(run(process.execPath, [file], project)).toMatch(
      /requires the package "nodemailer".*npm install nodemailer/,
    )
  })

  test('sends the email if nodemailer is installed, with and without a bundle', async () => {
    const withNodemailer = await createProject(tarball, ['nodemailer'])
    // The bundle is an ES module, and nodemailer a CommonJS module that calls `require`.
    const js = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`
    const bundle = await buildBundle(withNodemailer, emailApp, 'node', { banner: { js } })
    expect(run(process.execPath, [bundle.file], withNodemailer)).toBe('sent\n')
    const app = join(withNodemailer, 'app.mjs')
    await writeFile(app, emailApp)
    expect(run(process.execPath, [app], withNodemailer)).toBe('sent\n')
  })

  test.each(['browser', 'edge'] as const)(
    'does not bundle an installed nodemailer for $0, which has no sockets of Node',
    async platform => {
      const withNodemailer = await createProject(tarball, ['nodemailer'])
      const { file, builtins } = await buildBundle(withNodemailer, emailApp, platform)
      expect(builtins).toEqual([])
      expect(run(process.execPath, [file], withNodemailer)).toContain('only in Node, Bun and Deno')
    },
  )
})

/** A minimal app. */
const site = `
  import { Auth } from 'latchkey'
  const config = { trustHost: true, secret: 'of-thirty-two-characters-or-more', providers: [] }
  const answer = request => Auth(request, config)
`
const csrfUrl = 'https://app.example/auth/csrf'
const csrfAnswer = { csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/) }

describe('a bundle runs', () => {
  test('in Node', async () => {
    const ask = `console.log(await (await answer(new Request('${csrfUrl}'))).text())`
    const { file, builtins } = await buildBundle(project, `${site}\n${ask}`, 'node')
    expect(builtins).toContain('node:crypto')
    expect(JSON.parse(run(process.execPath, [file], project))).toEqual(csrfAnswer)
  })

  test('in Node, with every subpath', async () => {
    const code = needingNothing.map(
      (subpath, index) => `import * as module${index} from '${subpath}'\nconsole.log(typeof module${index})`,
    )
    const { file } = await buildBundle(project, code.join('\n'), 'node')
    expect(new Set(run(process.execPath, [file], project).trim().split('\n'))).toEqual(new Set(['object']))
  })

  test('without `process` and `Buffer`', { timeout }, async () => {
    await installNextApp(tarball)
    const listen = `addEventListener('fetch', event => event.respondWith(answer(event.request)))`
    const { file } = await buildBundle(project, `${site}\n${listen}`, 'edge', { format: 'iife' })
    const program = join(project, 'edge.mjs')
    await writeFile(program, askInEdgeRuntime)
    const here = join(nextApp, 'node_modules/edge-runtime/dist/index.js')
    expect(JSON.parse(run(process.execPath, [program, here, file, csrfUrl], project))).toEqual({
      globals: ['undefined', 'undefined'],
      answer: csrfAnswer,
    })
  })
})

/** \`node edge.mjs <edge-runtime> <bundle> <url>\` */
const askInEdgeRuntime = `
  import { readFileSync } from 'node:fs'
  const [, , edgeRuntime, bundle, url] = process.argv
  const { EdgeRuntime } = (await import(edgeRuntime)).default
  const runtime = new EdgeRuntime({ initialCode: readFileSync(bundle, 'utf8') })
  const globals = runtime.evaluate('[typeof process, typeof Buffer]')
  const answer = await (await runtime.dispatchFetch(url)).json()
  console.log(JSON.stringify({ globals, answer }))
`

// test/next builds an app in both runtimes too, with the files of the package.
describe.each(selectCases(['an app built by Next'], []))('%s', () => {
  let app: Awaited<ReturnType<typeof startNextApp>>

  beforeAll(async () => {
    await installNextApp(tarball)
    await buildNextApp()
    app = await startNextApp()
  }, timeout)

  afterAll(() => app?.stop())

  test.each([
    ['Node', '/auth'],
    ['edge', '/edge/auth'],
  ])('lists its providers and signs in with the %s runtime', async (_, basePath) => {
    const ada = createVisitor(fetch, app.origin, { basePath })
    const base = app.origin + basePath
    expect(await (await ada.get(`${basePath}/providers`)).json()).toEqual({
      credentials: {
        id: 'credentials',
        name: 'Name',
        type: 'credentials',
        signinUrl: `${base}/signin/credentials`,
        callbackUrl: `${base}/callback/credentials`,
      },
    })
    expect(await ada.getSession()).toBeNull()
    expect((await ada.signInWithCredentials({ name: 'Ada Lovelace' })).status).toBe(302)
    expect(await ada.getSession()).toMatchObject({ user: { name: 'Ada Lovelace', email: 'ada@example.com' } })
  })

  test('renders a session that a server component passes to React', async () => {
    expect(await (await fetch(app.origin)).text()).toContain('>Hello Ada Lovelace</p>')
  })

  test('sends browsers only the part of the main module that a component uses', async () => {
    const code = await readClientChunks()
    expect(code).toContain('custom-fetch')
    for (const unused of ['Max-Age=', 'A256CBC-HS512', 'authorization_endpoint'])
      expect(code).not.toContain(unused)
  })
})
