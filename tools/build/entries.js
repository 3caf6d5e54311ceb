/**
 * Lists the modules that the package resolves by name or by path.
 *
 * @module
 */
import { readManifest, readSubpaths } from '../shared/subpaths.js'

/** Modules that a Svelte component imports. */
const importedByComponents = ['integrations/sveltekit/base-path', 'client/svelte/component-parts']

/** Modules that Node loads by their path: `npx latchkey dev` starts an app with this one. */
const loadedByNode = ['cli/dev/follow-clock']

/** Returns the modules of `root` that keep their file, as paths below `src` without extension. */
export function listEntries(root) {
  const { imports = {}, bin = {} } = readManifest(root)
  const published = [...listTargets(imports), ...Object.values(bin)].map(target => target.replace('./', ''))
  const targets = [...readSubpaths(root).map(({ target }) => target), ...published]
  const modules = targets.filter(target => target.startsWith('dist/')).map(target => target.slice(5, -3))
  return [...new Set([...modules, ...importedByComponents, ...loadedByNode])]
}

/** Returns the files in the conditions of package.json. */
function listTargets(conditions) {
  return Object.values(conditions).flatMap(target =>
    typeof target === 'string' ? [target] : listTargets(target),
  )
}
