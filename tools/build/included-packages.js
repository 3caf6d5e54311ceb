/**
 * Copies packages into the compiled modules that re-export them. Users get the code with its license, and install no further package.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Modules that re-export packages, as paths below `src` without extension. Only Node runs these modules. */
const reexporting = ['cli/commander', 'cli/dev/mail/packages']

/** Replaces the modules of `folder` by ones that contain their packages, from `node_modules` of `root`. */
export async function includePackages(root, folder) {
  for (const module of reexporting) {
    const file = join(folder, `${module}.js`)
    if (existsSync(file)) writeFileSync(file, await bundlePackages(join(root, 'node_modules'), file))
  }
}

async function bundlePackages(modules, file) {
  const build = await rolldown({ input: file, platform: 'node', resolve: { modules: [modules] } })
  const { output } = await build.generate({ comments: { annotation: true, jsdoc: false, legal: true } })
  await build.close()
  const [{ code, moduleIds }] = output
  const folders = moduleIds.map(findPackageFolder).filter(path => path !== undefined)
  return `${[...new Set(folders)].sort().map(formatNotice).join('')}${code}`
}

/** Returns the folder of the package that a file belongs to. Packages that an included one requires are included, too. */
function findPackageFolder(path) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(path)?.[0]
}

function formatNotice(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find(path => /^licen[cs]e/i.test(path))
  const license = readFileSync(join(folder, file), 'utf8').trim()
  return `/*!\n${name} ${version}\n\n${license}\n*/\n`
}
