import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'

/** The target platform of a bundle. */
export type Platform = 'node' | 'browser' | 'edge'

const platformOptions: Record<Platform, BuildOptions> = {
  node: { platform: 'node' },
  browser: { platform: 'browser' },
  edge: {
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['worker', 'workerd', 'edge-light'],
  },
}

/** A bundle and the Node builtins that it imports. */
export interface Bundle {
  readonly file: string
  readonly builtins: readonly string[]
}

/**
 * Bundles `code` as a file of the project in `folder`. Only builtins of the platform are external.
 *
 * @throws an error that names the missing module
 */
export async function buildBundle(
  folder: string,
  code: string,
  platform: Platform,
  overrides: BuildOptions = {},
): Promise<Bundle> {
  const file = join(folder, `bundle-${Math.random().toString(36).slice(2)}.mjs`)
  const { metafile, warnings } = await build({
    stdin: { contents: code, resolveDir: folder },
    absWorkingDir: folder,
    outfile: file,
    bundle: true,
    metafile: true,
    format: 'esm',
    logLevel: 'silent',
    ...platformOptions[platform],
    ...overrides,
  })
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'))
  const imports = Object.values(metafile?.outputs ?? {}).flatMap(output => output.imports)
  return { file, builtins: imports.map(({ path }) => path).filter(path => isBuiltin(path)) }
}
