import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from './doctor/read-project.js'
import type { InstalledPackages } from './start/start-types.js'

/** Reads the versions of the installed packages, or else the ranges in package.json. */
export function readInstalledPackages({ folder, dependencies }: Project): InstalledPackages {
  return {
    getMajorVersion: name => {
      const installed = join(folder, 'node_modules', name, 'package.json')
      const version = existsSync(installed)
        ? /"version"\s*:\s*"(\d+)/.exec(readFileSync(installed, 'utf8'))?.[1]
        : /\d+/.exec(dependencies[name] ?? '')?.[0]
      return version === undefined ? undefined : Number(version)
    },
  }
}
