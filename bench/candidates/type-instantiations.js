/**
 * Work of the TypeScript compiler for an app with 20 providers that reads a session: the type instantiations with Latchkey (`dist`),
 * Auth.js and Better Auth. The numbers do not depend on the machine.
 *
 * @module
 */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ts = createRequire(import.meta.url)('typescript')

const folder = fileURLToPath(new URL('..', import.meta.url))

const providers = [
  'apple',
  'atlassian',
  'discord',
  'dropbox',
  'facebook',
  'figma',
  'github',
  'gitlab',
  'google',
  'kakao',
  'line',
  'linkedin',
  'naver',
  'reddit',
  'roblox',
  'salesforce',
  'slack',
  'spotify',
  'twitch',
  'zoom',
]

function createSource(packageName, use) {
  const imports = providers.map((name, index) => `import P${index} from '${packageName}/providers/${name}'`)
  const calls = providers.map((_, index) => `P${index}({ clientId: 'id', clientSecret: 'secret' })`)
  return [`import { Auth, type AuthConfig } from '${packageName}'`, ...imports, use(calls.join(', '))].join(
    '\n',
  )
}

const betterAuthOptions = providers.map(name => `${name}: { clientId: 'id', clientSecret: 'secret' }`)

/** Each source creates the configuration and reads a session with its type. */
const sources = {
  Latchkey: createSource(
    'latchkey',
    list => `import { createAuth, toRequestHead } from 'latchkey/server'
const server = createAuth({ providers: [${list}] })
export const read = async (request: Request) => (await server.getSession(toRequestHead(request)))?.user?.email
export const answer = (request: Request, config: AuthConfig) => Auth(request, config)`,
  ),
  '@auth/core': createSource(
    '@auth/core',
    list => `import type { Session } from '@auth/core/types'
const config: AuthConfig = { providers: [${list}] }
export const read = async (request: Request) => {
  const session: Session | null = await (await Auth(request, config)).json()
  return session?.user?.email
}`,
  ),
  'better-auth': `import { betterAuth } from 'better-auth'
const auth = betterAuth({ socialProviders: { ${betterAuthOptions.join(', ')} } })
export const read = async ({ headers }: Request) => (await auth.api.getSession({ headers }))?.user.email`,
}

/** Counts the type instantiations for the app with a package. @throws Error if the app does not compile */
export function countInstantiations(name) {
  const work = mkdtempSync(join(folder, 'types-'))
  const latchkey = join(folder, 'node_modules', 'latchkey')
  try {
    symlinkSync(join(folder, 'node_modules'), join(work, 'node_modules'))
    rmSync(latchkey, { force: true })
    symlinkSync(join(folder, '..'), latchkey)
    return compile(join(work, 'config.ts'), sources[name])
  } finally {
    rmSync(latchkey, { force: true })
    rmSync(work, { recursive: true })
  }
}

function compile(path, text) {
  writeFileSync(path, text)
  const program = ts.createProgram([path], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    preserveSymlinks: true,
    types: [],
  })
  const [fault] = ts.getPreEmitDiagnostics(program)
  if (fault) throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, '\n'))
  return program.getInstantiationCount()
}
