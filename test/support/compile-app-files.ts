import { join } from 'node:path'
import ts from 'typescript'
import { installLinkedPackages } from '../../tools/linked-packages.js'
import { installDependencies } from '../../tools/setup.js'
import { projectRoot } from '../../tools/shared/gate.js'
import { createProgram } from '../../tools/shared/program.js'

const drizzleFolder = 'test/published/sql/node_modules'

/** Modules of an app that are not installed here: generated ones, and the tools of a framework. */
const ambientModules = `
declare module '@prisma/client' {
  export class PrismaClient {
    readonly user: object
    readonly latchkeyRecord: object
    $transaction(steps: unknown[]): Promise<unknown>
  }
}
declare module '@auth/prisma-adapter' {
  export function PrismaAdapter(prisma: import('@prisma/client').PrismaClient): import('@auth/core/adapters').Adapter
}
declare module 'drizzle-kit' {
  export function defineConfig(config: { dialect: 'postgresql'; schema: string; dbCredentials: { url: string } }): object
}
declare module '$env/dynamic/private' {
  export const env: Record<string, string | undefined>
}
declare module '$app/env/private' {
  export const DATABASE_URL: string | undefined
  export const EMAIL_FROM: string | undefined
  export const EMAIL_SERVER: string | undefined
}
declare module '*/$types' {
  import type { KitEvent } from 'latchkey/sveltekit'

  export type LayoutServerLoad = (event: KitEvent) => unknown
}
declare module 'astro:env/server' {
  export function getSecret(name: string): string | undefined
}
declare function defineAuthConfig(config: import('latchkey/nuxt/server').NuxtAuthConfig): object
`

/** Installs the packages that files of apps import. */
export async function installAppPackages(): Promise<void> {
  await Promise.all([installLinkedPackages(), installDependencies(join(projectRoot, 'test/published/sql'))])
}

/** Compiles files of apps against the sources. @param files texts by their paths in the project @returns the errors */
export function compileAppFiles(files: ReadonlyMap<string, string>): string[] {
  const sources = new Map([
    [join(projectRoot, 'apps/ambient.d.ts'), ambientModules],
    ...[...files].map(([path, text]): [string, string] => [join(projectRoot, 'apps', path), text]),
  ])
  const program = createProgram(projectRoot, {
    virtual: sources,
    options: {
      allowImportingTsExtensions: true,
      module: ts.ModuleKind.Preserve,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      paths: {
        '@auth/drizzle-adapter': [`./${drizzleFolder}/@auth/drizzle-adapter`],
        'drizzle-orm/*': [`./${drizzleFolder}/drizzle-orm/*`],
      },
    },
  })
  return [...files.keys()].flatMap(path => {
    const file = program.getSourceFile(join(projectRoot, 'apps', path))
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return found.map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
  })
}
