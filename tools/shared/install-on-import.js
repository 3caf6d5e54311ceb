/**
 * Vite plugin that installs the packages of a framework when a test imports one of them. The others stay uninstalled.
 *
 * @module
 */
import { getPackageName, installLinkedPackages, listFolders, listShared } from '../linked-packages.js'
import { projectRoot } from './gate.js'

/** Creates the plugin. It only installs: Vite resolves the import as usual. */
export function installOnImport() {
  const shared = listFolders(projectRoot).flatMap(folder =>
    listShared(projectRoot, folder).map(name => [name, folder]),
  )
  const folders = new Map(shared)
  const installs = new Map()
  return {
    name: 'latchkey:install-on-import',
    enforce: 'pre',
    async resolveId(specifier) {
      const folder = folders.get(getPackageName(specifier))
      if (folder && !installs.has(folder)) installs.set(folder, installLinkedPackages(projectRoot, [folder]))
      await installs.get(folder)
      return null
    },
  }
}
