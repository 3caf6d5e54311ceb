import type { Template } from './templates.js'

interface Import {
  readonly name: string
  readonly from: string
}

interface TypeReferences {
  readonly references: { readonly path: string }[]
}

interface NitroConfig {
  imports?: false | { imports?: Import[] }
  prerender?: { ignore?: unknown[] }
}

/** The hooks of Nuxt that are used. */
export interface NuxtHooks {
  'app:resolve': (app: { readonly middleware: { name: string; path: string; global: boolean }[] }) => void
  'imports:extend': (imports: Import[]) => void
  'nitro:config': (config: NitroConfig) => void
  'nitro:prepare:types': (types: TypeReferences) => void
  'prepare:types': (types: TypeReferences) => void
}

/** The part of Nuxt that is used. */
export interface Nuxt {
  readonly _version?: string
  readonly options: {
    readonly app?: { readonly baseURL?: string | undefined }
    readonly buildDir: string
    readonly serverDir: string
    readonly rootDir: string
    readonly plugins: { src: string; mode: 'all' }[]
    readonly serverHandlers: { middleware: true; handler: string }[]
    readonly build: { readonly templates: Template[] }
    readonly runtimeConfig: { auth?: unknown }
    readonly latchkey?: object
  }
  hook<Name extends keyof NuxtHooks>(name: Name, run: NuxtHooks[Name]): void
}
