import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The commands that install packages, by the lockfile of their tool. */
const commandsByLockfile = {
  'package-lock.json': 'npm install',
  'pnpm-lock.yaml': 'pnpm add',
  'yarn.lock': 'yarn add',
  'bun.lock': 'bun add',
  'bun.lockb': 'bun add',
}

/** Finds the command that installs packages, by the lockfile in the folder or in the nearest one above it. @default npm */
export function findInstallCommand(folder: string): string {
  const found = Object.entries(commandsByLockfile).find(([lockfile]) => existsSync(join(folder, lockfile)))
  if (found) return found[1]
  return dirname(folder) === folder ? 'npm install' : findInstallCommand(dirname(folder))
}
