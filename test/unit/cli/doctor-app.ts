import { runCli } from './run-cli.js'
import { createTempApp, type Files } from './temp-app.js'

export const secret = 'KqzvY0sPc3u1nXw8eTgJ5hLrAa9mBd2FQoUiZ7t6GNk'
export const environment = {
  AUTH_SECRET: secret,
  AUTH_GITHUB_ID: 'id',
  AUTH_GITHUB_SECRET: 'a client secret of GitHub',
}
export type Variables = Readonly<Record<string, string>>

export const installed = { 'node_modules/latchkey/package.json': '{"version": "0.1.0"}' }
export const manifest = (dependencies: Readonly<Record<string, string>>) => ({
  'package.json': JSON.stringify({ dependencies: { latchkey: '0.1.0', ...dependencies } }),
  ...installed,
})

export const nextRoute = "import { handlers } from '@/auth'\nexport const { GET, POST } = handlers\n"
export const nextAuth = (options: string, imports = '') =>
  `import NextAuth from 'latchkey/next'\nimport GitHub from 'latchkey/providers/github'\n${imports}\nexport const { handlers, auth } = NextAuth({ ${options} })\n`

export const next: Files = {
  ...manifest({ next: '16.0.0', react: '19.0.0' }),
  'auth.ts': nextAuth('providers: [GitHub]'),
  'app/api/auth/[...nextauth]/route.ts': nextRoute,
  'proxy.ts': "export { auth as proxy } from './auth'\n",
}
export const express: Files = {
  ...manifest({ express: '5.0.0' }),
  'app.js':
    "import { ExpressAuth } from 'latchkey/express'\nimport GitHub from 'latchkey/providers/github'\napp.use('/auth', ExpressAuth({ providers: [GitHub()] }))\n",
}
export const sveltekit: Files = {
  ...manifest({ '@sveltejs/kit': '2.0.0', svelte: '5.0.0' }),
  'src/auth.ts':
    "import { SvelteKitAuth } from 'latchkey/sveltekit'\nimport GitHub from 'latchkey/providers/github'\nexport const { handle } = SvelteKitAuth({ providers: [GitHub] })\n",
  'src/hooks.server.ts': "export { handle } from './auth'\n",
}

/** Returns the files without some, and with others. */
export function change(files: Files, changed: Files, removed: readonly string[] = []): Files {
  const kept = Object.entries(files).filter(([path]) => !removed.includes(path))
  return { ...Object.fromEntries(kept), ...changed }
}

export interface Report {
  readonly code: number
  readonly findings: readonly { code: string; place: string; level: string; cause: string; fix: string }[]
  readonly output: string
}

export async function runDoctor(files: Files, env: Variables = environment): Promise<Report> {
  const app = createTempApp(files)
  const { code, out, err } = await runCli(['doctor', '--json'], { cwd: app.folder, env })
  const text = await runCli(['doctor'], { cwd: app.folder, env })
  return { code, findings: JSON.parse(out || '{"findings":[]}').findings, output: out + err + text.out }
}

/** Title, code, files, variables and the place that the finding names. */
export type Case = readonly [title: string, code: string, files: Files, env: Variables, place: string]
