/** What the generated files need to know. */
export interface TemplateValues {
  readonly basePath: string
  /** The file of the configuration, without its extension. */
  readonly configPath: string
}

/** A file that Nuxt writes to its build folder. */
export interface Template {
  readonly filename: string
  readonly write: true
  getContents(): string
}

/** Creates the files that pass the functions of Nuxt to Latchkey. They are in the app, so they import its version of Nuxt. */
export function createTemplates(values: TemplateValues): Template[] {
  const contents = {
    'latchkey/server.ts': renderServer(values),
    'latchkey/app.ts': renderApp(values),
    'latchkey/plugin.ts': pluginText,
    'latchkey/middleware.ts': middlewareText,
    'types/latchkey.d.ts': renderTypes(values),
  }
  return Object.entries(contents).map(([filename, text]) => ({
    filename,
    write: true,
    getContents: () => text,
  }))
}

function renderServer({ basePath, configPath }: TemplateValues): string {
  return `import { createNuxtAuthHandler } from 'latchkey/nuxt/server'
import { useRuntimeConfig } from '#imports'
import config from ${JSON.stringify(configPath)}

export default createNuxtAuthHandler(config, {
  basePath: ${JSON.stringify(basePath)},
  isPrerender: import.meta.prerender,
  getRuntimeConfig: useRuntimeConfig,
})
`
}

function renderApp({ basePath, configPath }: TemplateValues): string {
  return `import { createNuxtAuth } from 'latchkey/nuxt/app'
import type { InferNuxtSession, NuxtAuth, Ref } from 'latchkey/nuxt/app'
import type { ComputedRef } from 'vue'
import { computed, navigateTo, useError, useNuxtApp, useRequestEvent, useRuntimeConfig, useState } from '#imports'
import type config from ${JSON.stringify(configPath)}

type Auth = NuxtAuth<InferNuxtSession<typeof config>>
type AuthRefs = { [Name in keyof Auth]: Auth[Name] extends Ref<infer Value> ? ComputedRef<Value> : Auth[Name] }

const auth = createNuxtAuth({
  basePath: ${JSON.stringify(basePath)},
  isServer: import.meta.server,
  isPrerender: import.meta.prerender,
  computed,
  navigateTo,
  useError,
  useNuxtApp,
  useRequestEvent,
  useRuntimeConfig,
  useState,
} as never)

export const { install } = auth
export const requireAuth = auth.requireAuth as (...params: Parameters<typeof auth.requireAuth>) => Promise<any>
export const useAuth = auth.useAuth as unknown as () => AuthRefs
`
}

const pluginText = `import { defineNuxtPlugin } from '#imports'
import { install } from './app'

export default defineNuxtPlugin({ name: 'latchkey', enforce: 'pre', setup: nuxtApp => install(nuxtApp as never) })
`

const middlewareText = `import { defineNuxtRouteMiddleware } from '#imports'
import { requireAuth } from './app'

export default defineNuxtRouteMiddleware(to => requireAuth(to))
`

function renderTypes({ configPath }: TemplateValues): string {
  return `import type { AssuranceRequirement } from 'latchkey/nuxt/app'
import type { InferNuxtContext } from 'latchkey/nuxt/server'
import type config from ${JSON.stringify(configPath)}

declare module 'h3' {
  interface H3EventContext extends InferNuxtContext<typeof config> {}
}

declare module '#app' {
  interface PageMeta {
    /** What the middleware \`auth\` requires. */
    auth?: AssuranceRequirement
  }
}

declare module 'vue-router' {
  interface RouteMeta {
    auth?: AssuranceRequirement
  }
}
`
}
