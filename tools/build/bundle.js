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
 * @returns the code of each file by its path
 */
export async function bundle(folder, entries) {
  const build = await rolldown({
    input: Object.fromEntries(entries.map(entry => [entry, join(folder, `${entry}.js`)])),
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
      groups: [
        {
          name: createGrouping(
            folder,
            entries.map(entry => join(folder, `${entry}.js`)),
          ),
        },
      ],
    },
  })
  await build.close()
  return new Map(output.map(({ fileName, code }) => [fileName, code]))
}

/** A module that is loaded on demand keeps its path. */
function nameChunk(folder, { facadeModuleId }) {
  if (!facadeModuleId) return 'chunks/[name].js'
  return relative(folder, facadeModuleId).split(sep).join('/')
}

/**
 * Returns the function that names the chunk of a module: `auth` for what only `Auth` and the modules that use it need at once,
 * `shared` for what other public modules need too, `pages` for what only the pages need, and `markup` for what emails and plugins
 * need too. Rolldown places the rest: what the client needs must not be in a file that imports `#crypto`, because a browser without a
 * bundler cannot resolve that.
 */
function createGrouping(folder, entries) {
  let groups
  return (id, context) => {
    groups ??= groupModules(folder, entries, {
      getImports: id => context.getModuleInfo(id)?.importedIds ?? [],
      getDynamicImports: id => context.getModuleInfo(id)?.dynamicallyImportedIds ?? [],
    })
    return groups.get(id) ?? null
  }
}

function groupModules(folder, entries, { getImports, getDynamicImports }) {
  const handler = join(folder, 'core/handle.js')
  const withoutServer = entries.filter(entry => !findStaticImports([entry], getImports).has(handler))
  const ofOthers = findStaticImports(withoutServer, getImports)
  const ofClients = findStaticImports(
    entries.filter(entry => entry.startsWith(join(folder, 'client/'))),
    getImports,
  )
  const ofServer = findStaticImports([join(folder, 'index.js')], getImports)
  const pages = join(folder, 'pages/index.js')
  const ofPages = findStaticImports([pages], getImports)
  const loaded = findLoadedModules(entries, getImports, getDynamicImports).filter(id => id !== pages)
  const besidePages = findStaticImports(
    [...entries, ...loaded].filter(id => !id.startsWith(join(folder, 'testing/'))),
    getImports,
  )
  const grouped = new Map([...ofPages].filter(id => besidePages.has(id)).map(id => [id, 'markup']))
  for (const id of ofServer) grouped.set(id, ofOthers.has(id) ? 'shared' : 'auth')
  for (const id of ofClients) grouped.delete(id)
  return grouped
}

/** Returns the modules that are loaded on demand. */
function findLoadedModules(entries, getImports, getDynamicImports) {
  const loaded = new Set()
  const all = findStaticImports(entries, id => {
    const dynamic = getDynamicImports(id)
    for (const module of dynamic) loaded.add(module)
    return [...getImports(id), ...dynamic]
  })
  return [...loaded].filter(id => all.has(id))
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
