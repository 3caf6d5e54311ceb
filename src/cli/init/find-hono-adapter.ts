import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from '../doctor/read-project.js'

/** How an app shows that it uses an adapter of Hono, beside an import of it. */
interface Adapter {
  /** Matches an import of the adapter or of its parts. */
  readonly imported: RegExp
  readonly packages?: readonly string[]
  readonly files?: readonly string[]
}

/** The adapters of Hono, by the modules that export `getConnInfo`. */
const adapters: Readonly<Record<string, Adapter>> = {
  '@hono/node-server/conninfo': {
    imported: /['"]@hono\/node-server(?:\/(?!vercel\b)[^'"]*)?['"]/,
    packages: ['@hono/node-server'],
  },
  'hono/cloudflare-workers': {
    imported: /['"]hono\/cloudflare-workers['"]/,
    packages: ['wrangler', '@cloudflare/workers-types', '@cloudflare/vite-plugin'],
    files: ['wrangler.toml', 'wrangler.json', 'wrangler.jsonc'],
  },
  'hono/bun': {
    imported: /['"]hono\/bun['"]/,
    packages: ['@types/bun', 'bun-types'],
    files: ['bun.lock', 'bun.lockb'],
  },
  'hono/deno': { imported: /['"]hono\/deno['"]/, files: ['deno.json', 'deno.jsonc'] },
  'hono/aws-lambda': { imported: /['"]hono\/aws-lambda['"]/ },
  'hono/lambda-edge': { imported: /['"]hono\/lambda-edge['"]/ },
  'hono/netlify': { imported: /['"]hono\/netlify['"]/ },
  'hono/vercel': { imported: /['"](?:hono|@hono\/node-server)\/vercel['"]/ },
}

/** Finds the module whose `getConnInfo` knows the client: by the imports of the app, or else by its packages and files. @returns undefined if it is not the only one */
export function findHonoAdapter(project: Project): string | undefined {
  const texts = [...project.sources.values()]
  const hasFile = (name: string) => existsSync(join(project.folder, name))
  const isImported = ({ imported }: Adapter) => texts.some(text => imported.test(text))
  const isInstalled = ({ packages = [], files = [] }: Adapter) =>
    packages.some(name => Object.hasOwn(project.dependencies, name)) || files.some(hasFile)
  const names = [isImported, isInstalled].map(test =>
    Object.entries(adapters).flatMap(([name, adapter]) => (test(adapter) ? name : [])),
  )
  const [found, ...others] = names.find(({ length }) => length > 0) ?? []
  return others.length === 0 ? found : undefined
}
