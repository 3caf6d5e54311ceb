import { join } from 'node:path'
import { build } from 'esbuild'
import { projectRoot } from '../../tools/shared/gate.js'

/** Bundles a module of the project, which is TypeScript. @returns a URL to import it by */
export async function createModuleUrl(path) {
  const { outputFiles } = await build({
    entryPoints: [join(projectRoot, path)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'error',
  })
  return `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
}
