/**
 * Creates a small package in a temporary folder as input of a gate. A test passes only the files that contain its fault.
 *
 * @module
 */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { projectRoot } from '../shared/gate.js'
import { buildTypesVersions } from '../shared/subpaths.js'

const subpaths = {
  '.': 'index',
  './adapters': 'adapters',
  './errors': 'errors',
  './jwt': 'jwt',
  './providers': 'providers',
  './providers/*': 'providers/*',
  './types': 'types',
}

const manifest = {
  name: 'latchkey',
  version: '0.0.0',
  type: 'module',
  files: ['dist', 'src'],
  peerDependencies: { kysely: '*' },
  exports: Object.fromEntries(Object.entries(subpaths).map(([subpath, file]) => [subpath, getTargets(file)])),
}

/** Returns the three targets of a source file in `exports`. */
export function getTargets(file) {
  return { 'latchkey-source': `./src/${file}.ts`, types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` }
}

const compilerOptions = {
  target: 'ES2022',
  module: 'NodeNext',
  lib: ['ES2022'],
  types: [],
  customConditions: ['latchkey-source'],
  strict: true,
}

const validFiles = {
  'package.json': stringifyManifest(manifest),
  'tsconfig.json': JSON.stringify({ compilerOptions }),
  'README.md': Object.keys(subpaths).join('\n'),
  'src/errors.ts': '/** A failure. */\nexport class AuthError extends Error {}\n',
  'src/types/user.ts': '/** A person. */\nexport interface User {\n  id: string\n}\n',
  'src/crypto/node.ts': "import { createHash } from 'node:crypto'\n\nexport const hash = createHash\n",
  'src/core/auth.ts': "/** Answers. */\nexport async function Auth() {\n  return 'signed in'\n}\n",
  'src/providers/harbor.ts': "/** Harbor. */\nexport default { id: 'harbor' }\n",
  'src/index.ts': "export { Auth } from './core/auth.js'\n",
  'src/adapters.ts': "export type { User } from './types/user.js'\n",
  'src/jwt.ts': "export type { User } from './types/user.js'\n",
  'src/providers.ts': "export type { User } from './types/user.js'\n",
  'src/types.ts': "export type { User } from './types/user.js'\n",
}

/** Writes the package, with `files` added or replaced (`null` omits one). Removes it after the test, or when `end` says. */
export function createFixture(files = {}, end = onTestFinished) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-gate-')))
  end(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries({ ...validFiles, ...files })) {
    if (text === null) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** Creates the package with the settings and the installed packages of the project. */
export function createConfiguredFixture(files = {}) {
  const names = ['.gitignore', 'biome.json', 'knip.json', 'tsconfig.json', 'tsconfig.build.json']
  const settings = names.map(name => [name, readFileSync(join(projectRoot, name), 'utf8')])
  const root = createFixture({ ...Object.fromEntries(settings), ...files })
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  return root
}

/** Returns the package.json of the valid package with added or replaced `exports`. */
export function createManifestWith(exports) {
  return stringifyManifest({ ...manifest, exports: { ...manifest.exports, ...exports } })
}

/** Returns the package.json of the valid package with these subpaths only, and `changes`. */
export function createManifest(names, changes = {}) {
  const exports = Object.fromEntries(names.map(name => [name, manifest.exports[name]]))
  return stringifyManifest({ ...manifest, exports, ...changes })
}

function stringifyManifest(changed) {
  return JSON.stringify({
    types: './dist/index.d.ts',
    ...changed,
    typesVersions: buildTypesVersions(changed.exports),
  })
}

/** Build output of the main subpath. */
export const built = {
  'dist/index.js': 'export const Auth = 1\n',
  'dist/index.d.ts': 'export declare const Auth: 1\n',
}
