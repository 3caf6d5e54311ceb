/**
 * Installs the packages that only some tests and type checks need: frameworks, and drivers that are compiled. Each folder of
 * `packageFolders` has a manifest and a lockfile. The `dependencies` of the manifest are linked into `node_modules` of the project, where
 * sources, tests, compilers and bundlers find them. Its `devDependencies` are for the tests of the folder, which load them by path.
 * `check-dependencies.js` verifies the manifests.
 *
 * `node tools/linked-packages.js` installs all of them. Imports only modules of Node, because it may run before anything is installed.
 *
 * @module
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { installDependencies } from './setup.js'
import { isMainModule, projectRoot } from './shared/gate.js'
import { holdLock } from './shared/lock.js'

/** The folders of frameworks, slowest install first, because two are installed at a time. Type checks need them. */
export const frameworkFolders = [
  'test/nest/installed',
  'test/angular/types',
  'test/browser/clients/installed',
  'test/elysia/installed',
  'test/koa/installed',
  'test/fastify/installed',
  'test/browser/react/19',
  'test/express/installed',
  'test/recipes/installed',
  'test/plugins/passwords/installed',
  'test/plugins/telemetry/installed',
  'test/hono/installed',
  'test/aws-lambda/installed',
]

/** All folders. The driver for SQLite is compiled for minutes, and only `npm run test:fire` and `npm run adapters` need it. */
export const packageFolders = ['test/databases/installed', ...frameworkFolders]

/** Installs the packages of `folders` below `root` if they are missing, two folders at a time, and links them. */
export async function installLinkedPackages(root = projectRoot, folders = frameworkFolders) {
  const owner = findOwner(root)
  const waiting = listFolders(owner, folders)
  const runLane = async () => {
    for (let folder = waiting.shift(); folder; folder = waiting.shift()) await installFolder(owner, folder)
  }
  await Promise.all([runLane(), runLane()])
}

/** Returns the project that owns `node_modules`. A temporary copy of the project has a link to it, and must not change it. */
function findOwner(root) {
  const modules = join(root, 'node_modules')
  return existsSync(modules) ? dirname(realpathSync(modules)) : root
}

/** Lists the folders of frameworks whose packages are not linked, so that their types are unknown. */
export function findMissingFolders(root = projectRoot) {
  const owner = findOwner(root)
  return listFolders(owner, frameworkFolders).filter(folder =>
    createLinks(owner, folder).some(link => !isLinked(link)),
  )
}

/** Lists the names of the packages that `findMissingFolders` misses. */
export function listMissingPackages(root) {
  return findMissingFolders(root).flatMap(folder => listShared(findOwner(root), folder))
}

/** Returns the name of the package of an import, such as `hono` of `hono/cors`. */
export function getPackageName(specifier) {
  return /^(?:@[^/]+\/)?[^/]*/.exec(specifier)[0]
}

/** Lists the names of the packages of a folder that sources and other tests may import. */
export function listShared(root, folder) {
  return Object.keys(readJson(join(root, folder, 'package.json')).dependencies)
}

/** Lists the folders that exist below `root`. */
export function listFolders(root, folders = packageFolders) {
  return folders.filter(folder => existsSync(join(root, folder, 'package.json')))
}

/** Lists the links of a folder, without the packages that the project installs for another one. */
function createLinks(root, folder) {
  const { packages } = readJson(join(root, 'package-lock.json'))
  const names = listShared(root, folder).filter(name => !packages[`node_modules/${name}`])
  return names.map(name => ({
    path: join(root, 'node_modules', name),
    target: join(root, folder, 'node_modules', name),
  }))
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

async function installFolder(root, folder) {
  await installDependencies(join(root, folder))
  const findMissing = () => createLinks(root, folder).filter(link => !isLinked(link))
  if (findMissing().length > 0)
    await holdLock(join(root, 'node_modules'), async () => findMissing().forEach(writeLink))
}

function isLinked({ path, target }) {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return (
    stats?.isSymbolicLink() === true &&
    resolve(dirname(path), readlinkSync(path)) === target &&
    existsSync(path)
  )
}

/** Replaces what is at `path`, such as the package that an older commit has installed there. */
function writeLink({ path, target }) {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(relative(dirname(path), target), path, 'junction')
}

if (isMainModule(import.meta.url)) await installLinkedPackages()
