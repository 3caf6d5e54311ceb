import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AuthError } from '../errors.js'
import type { Nuxt } from './nuxt/nuxt-types.js'
import { createTemplates, type TemplateValues } from './nuxt/templates.js'

/** Options of the module, below `latchkey` in `nuxt.config.ts`. */
export interface NuxtAuthOptions {
  /** The path of the actions, below `app.baseURL`. @default '/api/auth' */
  readonly basePath?: string | undefined
  /** The file that exports the configuration, relative to the root of the app. @default 'server/auth.ts' */
  readonly configFile?: string | undefined
}

/**
 * The Nuxt module: serves the actions below `/api/auth`, sets `event.context.auth`, adds `useAuth` and the route middleware `auth`.
 *
 * The configuration is in `server/auth.ts`. Its secret, `trustHost` and provider credentials default to `runtimeConfig.auth` and to
 * environment variables.
 *
 * @example
 * ```ts
 * // nuxt.config.ts: export default defineNuxtConfig(config)
 * export const config = { modules: ['latchkey/nuxt'], latchkey: { basePath: '/api/auth' } }
 * ```
 */
export default function installLatchkey(options: NuxtAuthOptions, nuxt: Nuxt): void {
  assertVersion(nuxt)
  const { basePath = '/api/auth', configFile }: NuxtAuthOptions = { ...nuxt.options.latchkey, ...options }
  addFiles(nuxt, { basePath, configPath: findConfigPath(nuxt.options, configFile) })
  addImports(nuxt)
  ignoreCrawledActions(nuxt, basePath)
  addRuntimeConfig(nuxt.options)
}

/** Nuxt reads the key of the options from it, also for the types of `nuxt.config.ts`. */
installLatchkey.getMeta = async () => ({
  name: 'latchkey',
  configKey: 'latchkey',
  compatibility: { nuxt: '>=4.0.0' },
})

/** Declares the options to Nuxt, which infers them from a module that defines its defaults. */
installLatchkey.getOptions = async (options: NuxtAuthOptions = {}): Promise<NuxtAuthOptions> => options

function assertVersion({ _version: version = '' }: Nuxt): void {
  if (Number.parseInt(version, 10) >= 4) return
  throw new AuthError(
    `latchkey/nuxt requires Nuxt 4 or newer, and ${version || 'an unknown version'} is installed. Update nuxt.`,
  )
}

/** Returns the path without its extension, as TypeScript imports it. */
function findConfigPath({ rootDir, serverDir }: Nuxt['options'], configFile: string | undefined): string {
  const path = configFile === undefined ? join(serverDir, 'auth') : resolve(rootDir, configFile)
  const stem = path.replace(/\.[cm]?[jt]s$/, '')
  if (['ts', 'mts', 'js', 'mjs'].some(extension => existsSync(`${stem}.${extension}`))) return stem
  throw new AuthError(
    `The file ${stem}.ts does not exist. Create it: export default defineAuthConfig({ providers: [] }). Or set the option \`latchkey.configFile\` of nuxt.config.ts.`,
  )
}

function addFiles(nuxt: Nuxt, values: TemplateValues): void {
  const { buildDir, build, plugins, serverHandlers } = nuxt.options
  const types = { path: join(buildDir, 'types/latchkey.d.ts') }
  build.templates.push(...createTemplates(values))
  serverHandlers.unshift({ middleware: true, handler: join(buildDir, 'latchkey/server.ts') })
  plugins.unshift({ src: join(buildDir, 'latchkey/plugin.ts'), mode: 'all' })
  nuxt.hook('app:resolve', ({ middleware }) => {
    middleware.push({ name: 'auth', path: join(buildDir, 'latchkey/middleware.ts'), global: false })
  })
  nuxt.hook('prepare:types', ({ references }) => void references.push(types))
  nuxt.hook('nitro:prepare:types', ({ references }) => void references.push(types))
}

function addImports(nuxt: Nuxt): void {
  const app = join(nuxt.options.buildDir, 'latchkey/app')
  nuxt.hook('imports:extend', imports => {
    for (const name of ['useAuth', 'requireAuth']) imports.push({ name, from: app })
  })
  nuxt.hook('nitro:config', config => {
    if (config.imports === false) return
    const imports = config.imports ?? {}
    imports.imports = [...(imports.imports ?? []), { name: 'defineAuthConfig', from: 'latchkey/nuxt/server' }]
    config.imports = imports
  })
}

/** A prerendered page may link to the sign-in page. It would become a file, with the CSRF token of the build. */
function ignoreCrawledActions(nuxt: Nuxt, basePath: string): void {
  nuxt.hook('nitro:config', config => {
    const { baseURL = '/' } = nuxt.options.app ?? {}
    const paths = new Set(['', baseURL.replace(/\/$/, '')].map(base => `${base}${basePath}/`))
    config.prerender = { ...config.prerender, ignore: [...(config.prerender?.ignore ?? []), ...paths] }
  })
}

/** Nuxt replaces only declared values by the variables `NUXT_AUTH_SECRET`, `NUXT_AUTH_URL` and `NUXT_AUTH_TRUST_HOST`. */
function addRuntimeConfig({ runtimeConfig }: Nuxt['options']): void {
  runtimeConfig.auth = { secret: '', url: '', trustHost: '', ...Object(runtimeConfig.auth) }
}
