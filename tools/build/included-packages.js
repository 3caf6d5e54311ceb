/**
 * Copies packages into the compiled modules that re-export them. Users get the code with its license, and install no further package.
 *
 * @module
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Packages by the module that re-exports them, as a path below `src` without extension. Only Node runs these modules. */
const includedPackages = { 'cli/commander': 'commander' }

/** Replaces the modules of `folder` by ones that contain their package, from `node_modules` of `root`. */
export async function includePackages(root, folder) {
  for (const [module, name] of Object.entries(includedPackages)) {
    const file = join(folder, `${module}.js`)
    if (existsSync(file)) writeFileSync(file, await bundlePackage(join(root, 'node_modules'), file, name))
  }
}

async function bundlePackage(modules, file, name) {
  const build = await rolldown({ input: file, platform: 'node', resolve: { modules: [modules] } })
  const { output } = await build.generate({ comments: { annotation: true, jsdoc: false, legal: true } })
  await build.close()
  const { version } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
  const license = readFileSync(join(modules, name, 'LICENSE'), 'utf8').trim()
  return `/*!\n${name} ${version}\n\n${license}\n*/\n${output[0].code}`
}
