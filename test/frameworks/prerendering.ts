import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { getMachineEnv, openVisitor, parseUser, serveExample } from './example-site.js'
import { type Example, getExampleFolder, resolvePath } from './examples.js'

/** How the build of a framework prerenders pages. */
interface Prerendering {
  /** The file that names the page. */
  readonly file: string
  /** Renders the file for the path of a page. */
  render(path: string, major: number): string
  /** The folder of the build with the prerendered pages. */
  readonly output: string
  /** Whether the build ends if a page fails. Nitro skips the page. */
  readonly endsBuild: boolean
}

const prerenderings: Readonly<Record<string, Prerendering>> = {
  'react-router': {
    file: 'react-router.config.ts',
    render: (path, major) =>
      `export default { prerender: ['${path}'], future: ${major < 8 ? '{ v8_middleware: true }' : '{}'} }`,
    output: 'build/client',
    endsBuild: true,
  },
  'tanstack-start': {
    file: 'vite.config.ts',
    render: path => `import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
const filter = ({ path }) => !['/account', '/auth/'].some(start => path.startsWith(start))
  && (path === '${path}' || !path.startsWith('/protected'))
const prerender = { enabled: true, autoStaticPathsDiscovery: false, filter }
export default { plugins: [tanstackStart({ pages: [{ path: '${path}' }], prerender }), react()] }`,
    output: 'dist/client',
    endsBuild: true,
  },
  'qwik-city': {
    file: 'adapters/node-server/vite.config.ts',
    render: path => `import { nodeServerAdapter } from '@builder.io/qwik-city/adapters/node-server/vite'
import { extendConfig } from '@builder.io/qwik-city/vite'
import baseConfig from '../../vite.config'
const ssg = { include: ['${path}'], origin: 'https://app.example' }
const input = ['src/entry.node-server.tsx', '@qwik-city-plan']
export default extendConfig(baseConfig, () => ({
  build: { ssr: true, rollupOptions: { input } },
  plugins: [nodeServerAdapter({ name: 'node-server', ssg })],
}))`,
    output: 'dist/client',
    endsBuild: true,
  },
  'solid-start': {
    file: 'app.config.ts',
    render: path => `import { defineConfig } from '@solidjs/start/config'
const prerender = { routes: ['${path}'], crawlLinks: true }
export default defineConfig({ middleware: 'src/middleware/index.ts', server: { prerender } })`,
    output: '.output/public',
    endsBuild: false,
  },
}

/** Headers by which frameworks mark requests of their builds. A client can send them, too. */
const forgedHeaders = {
  'x-react-router-prerender-data': encodeURI('[]'),
  'x-react-router-spa-mode': 'yes',
  'x-tss_shell': 'true',
  'x-nitro-prerender': '/protected',
  'x-prerender': '1',
}

/** Registers the tests of pages that the build renders, if the framework prerenders pages in the process of its build. */
export function testPrerendering(example: Example): void {
  const prerendering = prerenderings[example.name === 'solid-start-2' ? '' : example.example]
  if (!prerendering) return
  const folder = resolvePath(`built/${example.name}-prerendered`)
  const build = (path: string) => buildPrerendered(example, { folder, path, prerendering })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  describe('a prerendered page', { timeout: 120_000 }, () => {
    test('shows a visitor, and is built without a secret and a trusted host', async () => {
      const output = await build('/')
      const page = readFileSync(join(folder, prerendering.output, 'index.html'), 'utf8')
      expect(parseUser(page)).toBe('Not signed in')
      expect(output).not.toMatch(/UntrustedHost|MissingSecret/)
      expect(listFiles(join(folder, prerendering.output)).filter(isSignInPage)).toEqual([])
    })

    if (prerendering.endsBuild)
      test('behind a guard ends the build, which says what to change', async () => {
        await expect(build('/protected')).rejects.toThrow(
          /needs a request, and this page is prerendered: a file that all visitors get\. (Remove|Exclude|Add) /,
        )
        expect(existsSync(join(folder, prerendering.output, 'protected/index.html'))).toBe(false)
      })
  })

  describe('the headers of a prerendered request', () => {
    const served = serveExample(example, 'jwt')

    test('open no guard for a visitor, and end no session', async () => {
      const visitor = await openVisitor(served)
      const refused = await visitor.get('/protected', { headers: forgedHeaders })
      expect(refused.status).not.toBe(200)
      expect(await refused.text()).not.toContain('data-testid="protected"')
      const ada = await openVisitor(served, 'ada@example.com')
      const page = await ada.get('/protected', { headers: forgedHeaders })
      expect(await page.text()).toContain('ada@example.com')
    })
  })
}

interface BuildOptions {
  readonly folder: string
  /** The path of the page. */
  readonly path: string
  readonly prerendering: Prerendering
}

/** Builds a copy of an example without any setting. @returns what the build has written to the terminal */
async function buildPrerendered(
  example: Example,
  { folder, path, prerendering }: BuildOptions,
): Promise<string> {
  copyExample(getExampleFolder(example), folder)
  mkdirSync(dirname(join(folder, prerendering.file)), { recursive: true })
  writeFileSync(join(folder, prerendering.file), prerendering.render(path, example.major))
  try {
    const { stdout, stderr } = await promisify(execFile)('npm', ['run', 'build'], {
      cwd: folder,
      env: getMachineEnv(),
      maxBuffer: 2 ** 26,
    })
    return stdout + stderr
  } catch (error) {
    const { stdout = '', stderr = '' } = Object(error)
    throw new Error(`${stdout}${stderr}`, { cause: error })
  }
}

const builtFolders = new Set(['.output', '.vinxi', 'build', 'dist', 'node_modules', 'server'])

function copyExample(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, filter: path => !builtFolders.has(path.slice(from.length + 1)) })
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'))
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String)
}

function isSignInPage(path: string): boolean {
  return path.includes('auth/signin')
}
