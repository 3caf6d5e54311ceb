import { basename } from 'node:path'
import { readManifest } from './doctor/read-project.js'
import { findUpward } from './find-upward.js'

const lockfiles: Readonly<Record<string, InstallerName>> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

type InstallerName = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** The commands of a package manager. */
export interface Installer {
  readonly name: InstallerName
  readonly install: readonly string[]
  readonly installForDevelopment: readonly string[]
  /** Runs the binary of a package. */
  readonly execute: string
  /** Runs a script of package.json. */
  readonly run: string
}

const installers: Readonly<Record<InstallerName, Installer>> = {
  npm: {
    name: 'npm',
    install: ['npm', 'install'],
    installForDevelopment: ['npm', 'install', '--save-dev'],
    execute: 'npx',
    run: 'npm run',
  },
  pnpm: {
    name: 'pnpm',
    install: ['pnpm', 'add'],
    installForDevelopment: ['pnpm', 'add', '--save-dev'],
    execute: 'pnpm exec',
    run: 'pnpm run',
  },
  yarn: {
    name: 'yarn',
    install: ['yarn', 'add'],
    installForDevelopment: ['yarn', 'add', '--dev'],
    execute: 'yarn run',
    run: 'yarn run',
  },
  bun: {
    name: 'bun',
    install: ['bun', 'add'],
    installForDevelopment: ['bun', 'add', '--dev'],
    execute: 'bunx',
    run: 'bun run',
  },
}

/** Finds the package manager by `packageManager` of package.json, or by the nearest lockfile. @default npm */
export function detectInstaller(folder: string): Installer {
  const [declared = ''] = String(readManifest(folder)['packageManager'] ?? '').split('@')
  const lockfile = findUpward(folder, Object.keys(lockfiles))
  const name = isInstaller(declared) ? declared : lockfiles[basename(lockfile ?? '')]
  return installers[name ?? 'npm']
}

function isInstaller(name: string): name is InstallerName {
  return Object.hasOwn(installers, name)
}
