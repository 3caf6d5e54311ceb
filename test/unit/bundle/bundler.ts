import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'

/** Where a bundle is to run, as the bundlers of that place configure it. */
export type Place = 'node' | 'browser' | 'edge'

const places: Record<Place, BuildOptions> = {
  node: { platform: 'node' },
  browser: { platform: 'browser' },
  edge: {
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['worker', 'workerd', 'edge-light'],
  },
}

/** A bundle and what it still asks of its surroundings. */
export interface Bundle {
  readonly file: string
  readonly builtins: readonly string[]
}

/**
 * Bundles `code` as a file of the project in `folder`. Nothing is external but what the place itself has.
 *
 * @throws an error that names what cannot be found
 */
export async function buildBundle(
  folder: string,
  code: string,
  place: Place,
  own: BuildOptions = {},
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
    ...places[place],
    ...own,
  })
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'))
  const imports = Object.values(metafile?.outputs ?? {}).flatMap(output => output.imports)
  return { file, builtins: imports.map(({ path }) => path).filter(path => isBuiltin(path)) }
}
