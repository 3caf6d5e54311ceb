/**
 * People pay for every byte on each cold start, and code that names one runtime's modules does not start at all on the
 * others. Both creep in unseen, one import at a time; so each subpath is bundled as a user's bundler would do it, with
 * no optional peer installed, and held against its ceiling and against what it must not contain.
 *
 * `node tools/check-size.js --measure` prints the present sizes.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import esbuild from 'esbuild'
import { isMainModule, projectRoot, runAsGate } from './shared/gate.js'
import { readManifest, readSubpaths } from './shared/subpaths.js'

const emailServices = ['forwardemail', 'loops', 'mailgun', 'postmark', 'resend', 'sendgrid']
/** All of them share the words and the layout of the mails, and the way to send. */
const emailServiceLimit = { kB: 1, hosts: true, beside: ['.', './providers/define-email'] }

/**
 * By key of `exports`, or by a subpath that its wildcard stands for: the ceiling in kB (minified, gzipped) of what is
 * loaded at the start, and of what is loaded later if at all (`lazy`); and what the subpath may lean on. Without `node` it
 * must run anywhere; without `peers` it may name no optional package, without `hosts` no other machine. Where `beside`
 * names other subpaths, the ceiling holds for what the subpath adds to a bundle that has those already.
 */
const limits = {
  '.': { kB: 58, lazy: 16.2 },
  './adapters': { kB: 0.2 },
  './adapters/compose': { kB: 1.4 },
  './adapters/memory': { kB: 1.9 },
  './adapters/redis': { kB: 4.8 },
  './adapters/single-use-tokens': { kB: 0.6 },
  './adapters/sql': { kB: 13.7, node: true, peers: ['kysely', 'libsql'] },
  './client': { kB: 4.1, lazy: 1.2 },
  './errors': { kB: 1.3 },
  './express': { kB: 58.6, lazy: 16.2, node: true },
  './jwt': { kB: 4.3 },
  './next': { kB: 60.5, lazy: 16.2, peers: ['next'] },
  './node': { kB: 58.2, lazy: 16.2, node: true },
  './providers': { kB: 0.2 },
  './providers/*': { kB: 1, lazy: 2, hosts: true, beside: ['.'] },
  './providers/define-email': { kB: 3.5 },
  './providers/email': { kB: 2.6 },
  ...Object.fromEntries(emailServices.map(name => [`./providers/${name}`, emailServiceLimit])),
  './providers/nodemailer': { kB: 2.9, node: true, peers: ['nodemailer'] },
  './providers/passkey': { kB: 2, peers: ['@simplewebauthn/server'] },
  './providers/webauthn': { kB: 2, peers: ['@simplewebauthn/server'] },
  './react': { kB: 4.7, lazy: 1.2, peers: ['react'] },
  './solid-start': { kB: 58.4, lazy: 16.2 },
  './solid-start/client': { kB: 3.3, lazy: 1.2 },
  './sveltekit': { kB: 59.6, lazy: 16.2 },
  './sveltekit/client': { kB: 3.3, lazy: 1.2 },
  './sveltekit/components': { kB: 1 },
  './sveltekit/webauthn': { kB: 3.3, lazy: 1.2 },
  './testing': { kB: 73.5, lazy: 16.2 },
  './types': { kB: 0.2 },
}

/** The core treats all providers alike: one of these names in it is a special case that belongs in a vendor's file. */
const vendors =
  /["'`](apple|auth0|azure-ad|cognito|discord|facebook|github|gitlab|google|keycloak|linkedin|microsoft|microsoft-entra-id|okta|reddit|slack|spotify|tiktok|twitch|twitter)["'`]/g

/** Hosts that may stand in the code; none of them is ever asked for anything. */
const knownHosts = new Set(['localhost', '127.0.0.1', 'www.w3.org'])

/** Faults of the built package in `dist` below `root`: too large, bound to Node, to a peer, a vendor or a host. */
export async function checkSize(root, table = limits) {
  const faults = await Promise.all(
    readSubpaths(root).map(entry => checkSubpath(root, entry, findLimit(entry, table))),
  )
  return faults.flat()
}

/** A subpath of a wildcard may have a line of its own. */
function findLimit({ subpath, pattern }, table) {
  return table[subpath] ?? table[pattern]
}

async function checkSubpath(root, entry, limit) {
  if (!limit) return [`${entry.subpath} has no ceiling in tools/check-size.js.`]
  if (!existsSync(join(root, entry.target))) return [`${entry.target} is missing: run npm run build.`]
  const { code = '', imports, failures, sizes } = await buildBundle(root, entry.target, limit)
  if (limit.beside && !failures) sizes.kB = await measureAddedSize(root, entry.target, limit.beside)
  const faults = failures ?? [
    ...inspectSize(sizes, limit),
    ...inspectImports(imports, limit),
    ...inspectHosts(code, limit),
  ]
  const special = entry.subpath === '.' ? inspectVendors(code) : []
  return [...faults, ...special].map(fault => `${entry.subpath} ${fault}`)
}

async function buildBundle(root, target, limit) {
  try {
    const { outputFiles, metafile } = await esbuild.build(getBundleOptions(root, target, limit))
    const outputs = Object.values(metafile.outputs)
    return {
      code: outputFiles.map(({ text }) => text).join('\n'),
      imports: outputs.flatMap(({ imports }) => imports).filter(({ external }) => external),
      sizes: computeSizes(target, outputFiles, metafile.outputs),
    }
  } catch (error) {
    return {
      failures: (error.errors ?? [error]).map(({ text, message }) => `does not bundle: ${text ?? message}`),
    }
  }
}

/** What a subpath adds to a bundle of others: compressed together, for that is how they are sent. */
async function measureAddedSize(root, target, beside) {
  const targets = beside.map(subpath => readSubpaths(root).find(entry => entry.subpath === subpath).target)
  const [without, all] = [
    await getCombinedSize(root, targets),
    await getCombinedSize(root, [...targets, target]),
  ]
  return all - without
}

const combinedSizes = new Map()

/** The size of several subpaths in one bundle; those without the one in question are the same each time. */
function getCombinedSize(root, targets) {
  const contents = targets
    .map((path, index) => `export * as _${index} from ${JSON.stringify(join(root, path))}`)
    .join('\n')
  const key = root + contents
  if (!combinedSizes.has(key)) combinedSizes.set(key, measureCombinedSize(root, contents))
  return combinedSizes.get(key)
}

async function measureCombinedSize(root, contents) {
  const { entryPoints: _, ...options } = getBundleOptions(root, null, {})
  const stdin = { contents, resolveDir: root, sourcefile: 'together.js' }
  const { outputFiles, metafile } = await esbuild.build({ ...options, stdin })
  return computeSizes('together.js', outputFiles, metafile.outputs).kB
}

/** What the entry imports comes with it at the start, and what it imports by `import()` when that is reached. */
function computeSizes(target, files, outputs) {
  const eager = new Set()
  const addEager = path => {
    if (eager.has(path)) return
    eager.add(path)
    const needed = outputs[path].imports.filter(
      ({ kind, external }) => kind === 'import-statement' && !external,
    )
    for (const { path: next } of needed) addEager(next)
  }
  // What is imported by `import()` is an entry point, too.
  addEager(Object.keys(outputs).find(path => outputs[path].entryPoint === posix.normalize(target)))
  const isEager = ({ path }) => [...eager].some(name => path.endsWith(name))
  const sum = chosen => chosen.reduce((total, { text }) => total + gzipSync(text).length / 1000, 0)
  return { kB: sum(files.filter(isEager)), lazy: sum(files.filter(file => !isEager(file))) }
}

/** No platform, so that no condition is set which the runtime in question would not set. */
function getBundleOptions(root, target, { node = false, peers = [] }) {
  return {
    absWorkingDir: root,
    entryPoints: [target],
    bundle: true,
    splitting: true,
    outdir: 'out',
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: node ? ['node'] : ['worker', 'workerd', 'edge-light'],
    // The app compiles a component; as a text it is about as large.
    loader: { '.svelte': 'text' },
    external: ['node:*', ...peers],
    plugins: [withoutPeers(Object.keys(readManifest(root).peerDependencies ?? {}), peers)],
    legalComments: 'none',
    logLevel: 'silent',
  }
}

/** A peer that happens to be installed here is absent at a user's, so it must not resolve. */
function withoutPeers(optional, allowed) {
  const absent = optional.filter(name => !allowed.includes(name))
  const findPeer = path => absent.find(name => path === name || path.startsWith(`${name}/`))
  return {
    name: 'without-peers',
    setup(build) {
      build.onResolve({ filter: /^[^./#]/ }, ({ path }) =>
        findPeer(path) ? { errors: [{ text: `it names the optional peer ${findPeer(path)}` }] } : undefined,
      )
    },
  }
}

function inspectSize(sizes, { kB, lazy = 0 }) {
  return [
    ...(sizes.kB > kB ? [`is ${sizes.kB.toFixed(2)} kB, its ceiling is ${kB} kB.`] : []),
    ...(sizes.lazy > lazy ? [`loads ${sizes.lazy.toFixed(2)} kB later, its ceiling is ${lazy} kB.`] : []),
  ]
}

function inspectImports(imports, { node = false }) {
  if (node) return []
  return imports
    .filter(({ path }) => isBuiltin(path))
    .map(({ path }) => `imports ${path}, which only Node has.`)
}

function inspectVendors(code) {
  return findUniqueMatches(code, vendors).map(name => `names the vendor ${name}.`)
}

function inspectHosts(code, { hosts = false }) {
  if (hosts) return []
  return findUniqueMatches(code, /https?:\/\/([a-z0-9][a-z0-9.-]*)/gi)
    .filter(host => !knownHosts.has(host))
    .map(host => `names the host ${host}.`)
}

function findUniqueMatches(code, pattern) {
  return [...new Set([...code.matchAll(pattern)].map(match => match[1]))]
}

function formatKilobytes(size) {
  return `${size.toFixed(2).padStart(7)} kB`
}

async function printSizes(root) {
  for (const entry of readSubpaths(root)) {
    const { subpath, target } = entry
    const limit = findLimit(entry, limits) ?? {}
    const { sizes, failures } = await buildBundle(root, target, limit)
    if (limit.beside && !failures) sizes.kB = await measureAddedSize(root, target, limit.beside)
    console.log(
      failures
        ? `${subpath} ${failures}`
        : `${formatKilobytes(sizes.kB)} + ${formatKilobytes(sizes.lazy)} later  ${subpath}`,
    )
  }
}

if (isMainModule(import.meta.url) && process.argv.includes('--measure')) await printSizes(projectRoot)
else await runAsGate(import.meta.url, checkSize)
