/**
 * Bundles compiled modules: one file for each public module, and as few shared ones as possible, because a process that starts
 * pays for each file that it reads.
 *
 * @module
 */
import { join, relative, sep } from 'node:path'
import { rolldown } from 'rolldown'

/** Everything but relative and absolute paths: packages, modules of Node and the `imports` of package.json. */
const packages = /^[^./]/

/**
 * Bundles the modules `entries` of `folder`, given as paths without extension. Svelte components stay imports.
 *
 * @param extension that of the modules: `.js`, or `.ts` for sources, whose types are removed and not checked
 * @returns the code of each file by its path
 */
export async function bundle(folder, entries, extension = '.js') {
  const files = Object.fromEntries(entries.map(entry => [entry, join(folder, `${entry}${extension}`)]))
  const build = await rolldown({
    input: files,
    resolve: { extensionAlias: { '.js': ['.js', '.ts'] } },
    external: [packages, /\.svelte$/],
    preserveEntrySignatures: 'allow-extension',
    treeshake: { moduleSideEffects: false },
    experimental: { attachDebugInfo: 'none' },
    logLevel: 'silent',
  })
  const { output } = await build.generate({
    entryFileNames: '[name].js',
    chunkFileNames: chunk => nameChunk(folder, chunk),
    comments: { annotation: true, jsdoc: false, legal: true },
    minifyInternalExports: false,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: createGrouping(folder, Object.values(files), extension) }],
    },
  })
  await build.close()
  return new Map(output.map(({ fileName, code }) => [fileName, code]))
}

/** A module that is loaded on demand keeps its path. */
function nameChunk(folder, { facadeModuleId }) {
  if (!facadeModuleId) return 'chunks/[name].js'
  return relative(folder, facadeModuleId).split(sep).join('/').replace(/\.ts$/, '.js')
}

/**
 * Returns the function that names the chunk of a module: `auth` for what only `Auth` and the modules that use it import, `shared` for
 * what other public modules import too, and `html` for what the pages and other public modules import, such as emails. `parts` has
 * what the sign-in page shares with other modules, which would be a file each. Rolldown places the rest: what the client needs must not be in a file that imports `#crypto`, because a browser without a bundler cannot resolve that.
 */
function createGrouping(folder, entries, extension) {
  let groups
  return (id, context) => {
    groups ??= groupModules(
      { folder, entries, extension },
      id => context.getModuleInfo(id)?.importedIds ?? [],
      id => context.getModuleInfo(id)?.dynamicallyImportedIds ?? [],
    )
    return groups.get(id) ?? null
  }
}

function groupModules({ folder, entries, extension }, getImports, getLoadedModules) {
  const getPath = name => join(folder, `${name}${extension}`)
  const listStaticImports = modules => findStaticImports(modules, getImports)
  const handler = getPath('core/handle')
  const withoutServer = entries.filter(entry => !listStaticImports([entry]).has(handler))
  const otherModules = listStaticImports(withoutServer)
  const serverModules = listStaticImports([getPath('index')])
  const publicModules = listStaticImports(entries)
  const groups = new Map()
  for (const id of listStaticImports([getPath('pages/index')])) {
    // A plugin imports `html` for a browser, too, so the file must not import those of the server.
    const importsServer = [...listStaticImports([id])].some(imported => serverModules.has(imported))
    if (publicModules.has(id) && !importsServer) groups.set(id, 'html')
  }
  for (const id of serverModules) groups.set(id, otherModules.has(id) ? 'shared' : 'auth')
  const loaded = findLoadedModules(entries, getImports, getLoadedModules)
  const closures = [...entries, ...loaded].map(id => listStaticImports([id]))
  for (const id of listStaticImports(['actions/sign-in-actions', 'pages/index'].map(getPath)))
    if (!groups.has(id) && !loaded.has(id) && closures.filter(closure => closure.has(id)).length > 1)
      groups.set(id, 'parts')
  for (const id of listStaticImports(entries.filter(entry => entry.startsWith(join(folder, 'client/')))))
    groups.delete(id)
  return groups
}

/** Returns the modules that are loaded on demand. */
function findLoadedModules(entries, getImports, getLoadedModules) {
  const all = findStaticImports(entries, id => [...getImports(id), ...getLoadedModules(id)])
  return new Set([...all].flatMap(getLoadedModules))
}

/** Returns these modules and those that they load at once. */
function findStaticImports(modules, getImports) {
  const found = new Set()
  const waiting = [...modules]
  for (let id = waiting.pop(); id; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...getImports(id))
  }
  return found
}
