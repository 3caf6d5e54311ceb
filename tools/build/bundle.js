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
 * @returns the code of each file by its path, and warnings
 */
export async function bundle(folder, entries) {
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map(entry => [entry, join(folder, `${entry}.js`)])),
    external: [packages, /\.svelte$/],
    preserveEntrySignatures: 'allow-extension',
    treeshake: { moduleSideEffects: false },
    experimental: { attachDebugInfo: 'none' },
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({
    entryFileNames: '[name].js',
    chunkFileNames: chunk => nameChunk(folder, chunk),
    comments: { annotation: true, jsdoc: false, legal: true },
    minifyInternalExports: false,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          name: createGrouping(
            entries.map(entry => join(folder, `${entry}.js`)),
            join(folder, 'index.js'),
          ),
        },
      ],
    },
  })
  await bundle.close()
  return new Map(output.map(({ fileName, code }) => [fileName, code]))
}

/** A module that is loaded on demand keeps its path. */
function nameChunk(folder, { facadeModuleId }) {
  if (!facadeModuleId) return 'chunks/[name].js'
  return relative(folder, facadeModuleId).split(sep).join('/')
}

/**
 * Returns the function that names the chunk of a module: `auth` for what only `Auth` and the modules that use it need at once,
 * `shared` for what other public modules need too. Rolldown places the rest: what the client needs must not be in a file that imports
 * `#crypto`, because a browser without a bundler cannot resolve that.
 */
function createGrouping(entries, main) {
  let groups
  return (id, context) => {
    groups ??= groupModules(entries, main, id => context.getModuleInfo(id)?.importedIds ?? [])
    return groups.get(id) ?? null
  }
}

function groupModules(entries, main, getImports) {
  const ofServer = findStaticImports(main, getImports)
  const handler = join(main, '../core/handle.js')
  const reached = entries.map(entry => findStaticImports(entry, getImports))
  const others = new Set(reached.filter(modules => !modules.has(handler)).flatMap(modules => [...modules]))
  const ofClient = findStaticImports(join(main, '../client/index.js'), getImports)
  const grouped = [...ofServer].filter(id => !ofClient.has(id))
  return new Map(grouped.map(id => [id, others.has(id) ? 'shared' : 'auth']))
}

/** Returns a module and the modules that it loads at once. */
function findStaticImports(start, getImports) {
  const found = new Set()
  const waiting = [start]
  for (let id = waiting.pop(); id; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...getImports(id))
  }
  return found
}
