/**
 * Verifies the size of each subpath, which users pay for on each cold start, and that it runs on every runtime. Bundles each
 * subpath like a user's bundler, without optional peers, and compares it with its limits.
 *
 * `node tools/check-size.js --measure` prints the current sizes.
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
/** All email services share the translations, the layout and the sending code. */
const emailServiceLimit = { kB: 1, hosts: true, beside: ['.', './providers/define-email'] }

/**
 * Limits by key of `exports`, or by a subpath that matches its wildcard.
 *
 * - `kB`: size of the code that is loaded at the start, in kB, minified and gzipped. `lazy`: size of the code loaded on demand.
 * - `node`: may import modules of Node. `peers`: optional packages it may import. `hosts`: may contain other host names.
 * - `beside`: subpaths that a bundle already contains. `kB` and `lazy` then limit what the subpath adds to it.
 * - `parts`: the size in kB of a bundle with only these exports, by their names. An app does not pay for the others.
 */
const limits = {
  '.': { kB: 36.5, lazy: 137.1 },
  './account': { kB: 25, lazy: 65 },
  './account/client': { kB: 0.6, lazy: 1.8, beside: ['./client'] },
  './adapters': { kB: 0.2 },
  './adapters/compose': { kB: 1.4 },
  './adapters/drizzle': { kB: 3.4, peers: ['drizzle-orm'] },
  './adapters/memory': { kB: 2.7 },
  './adapters/prisma': { kB: 3.7 },
  './adapters/redis': { kB: 7.3 },
  './adapters/single-use-tokens': { kB: 0.6 },
  './adapters/sql': { kB: 17.4, node: true, peers: ['kysely', 'libsql'] },
  './admin': { kB: 18, lazy: 30 },
  './angular': { kB: 2, lazy: 1.8, peers: ['@angular/core', '@angular/router'], beside: ['./client'] },
  './angular/server': { kB: 47, lazy: 140.4, node: true },
  './astro': { kB: 47.9, lazy: 140.3 },
  './audit-log': { kB: 10.3, lazy: 5 },
  './aws-lambda': { hosts: true, kB: 47.7, lazy: 140.3 },
  './client': { kB: 5, lazy: 1.8 },
  './client/plugins': { kB: 0.6, lazy: 1.8, beside: ['./client'] },
  './elysia': { kB: 46.6, lazy: 140.3 },
  './errors': { kB: 1.4 },
  './express': { kB: 45.5, lazy: 140.4, node: true },
  './fetch': { kB: 46.3, lazy: 140.3 },
  './hono': { kB: 46.7, lazy: 140.3, peers: ['hono'] },
  './react-router': { kB: 46.7, lazy: 140.3, peers: ['react-router'] },
  './fastify': { kB: 47.6, lazy: 140.4, node: true },
  './h3': { kB: 49.8, lazy: 140.3 },
  './jwt': { kB: 6.1 },
  './nest': {
    kB: 49.3,
    lazy: 140.4,
    node: true,
    peers: ['@nestjs/common', '@nestjs/core', '@nestjs/websockets'],
  },
  './koa': { kB: 47.1, lazy: 140.4, node: true },
  './next': { kB: 47.2, lazy: 140.3, peers: ['next'] },
  './next-auth-4': { kB: 45.5, lazy: 140.3, peers: ['next'] },
  './next-auth-4/credentials': { kB: 0.5 },
  './next-auth-4/middleware': { kB: 45, lazy: 140.3, peers: ['next'] },
  './node': { kB: 45.1, lazy: 140.4, node: true },
  './nuxt': { kB: 3, node: true },
  './nuxt/app': { kB: 6.1, lazy: 1.8 },
  './nuxt/server': { kB: 50.2, lazy: 140.3 },
  // The whole kit. A plugin loads what it uses, and two plugins share it.
  './passwords': { kB: 26.5, lazy: 65.7, peers: ['bcryptjs'], hosts: true },
  './passwords/client': { kB: 0.6, lazy: 1.8, beside: ['./client'] },
  './plugins': { kB: 12 },
  './providers': { kB: 0.2 },
  './providers/*': { kB: 1.3, lazy: 2, hosts: true, beside: ['.'] },
  './providers/define-email': { kB: 4.1 },
  './providers/email': { kB: 3.5 },
  ...Object.fromEntries(emailServices.map(name => [`./providers/${name}`, emailServiceLimit])),
  './providers/nodemailer': { kB: 3.7, node: true, peers: ['nodemailer'] },
  './providers/passkey': { kB: 3.7, lazy: 10.1, peers: ['@simplewebauthn/server'], beside: ['.'] },
  './providers/webauthn': { kB: 3.7, lazy: 10.1, peers: ['@simplewebauthn/server'], beside: ['.'] },
  './qwik-city': { kB: 46.9, lazy: 140.3 },
  './react': {
    kB: 11.4,
    lazy: 1.8,
    peers: ['react'],
    parts: {
      'SessionProvider useSession': 5.9,
      'SessionProvider SignedIn SignedOut': 5.9,
      'SessionProvider Protect': 6.4,
      'SessionProvider SignIn': 7.7,
      'SessionProvider UserButton': 7.3,
      'SessionProvider SessionList': 7.5,
      'SessionProvider UserProfile': 8.3,
    },
  },
  './server': { kB: 43.1, lazy: 140.3 },
  './solid': { kB: 0.5, lazy: 1.8, peers: ['solid-js'], beside: ['./client'] },
  './solid-start': { kB: 45.7, lazy: 140.3 },
  './solid-start/client': { kB: 3.8, lazy: 1.8 },
  './svelte': { kB: 1.6, lazy: 1.8, beside: ['./client'], parts: { createSession: 5.5 } },
  // The text of the components, which the app compiles. Their code is shared.
  './svelte/components': { kB: 5 },
  './sveltekit': { kB: 47.1, lazy: 140.3 },
  './sveltekit/client': { kB: 3.8, lazy: 1.8 },
  './sveltekit/components': { kB: 1 },
  './sveltekit/webauthn': { kB: 3.8, lazy: 1.8 },
  './tanstack-start': { kB: 47.7, lazy: 140.3 },
  './telemetry': { kB: 2.9 },
  './testing': { kB: 79.5, lazy: 133.4, hosts: true },
  './two-factor': { kB: 19.7, lazy: 12.7 },
  './types': { kB: 0.2 },
  './vue': {
    kB: 6.2,
    lazy: 1.8,
    peers: ['vue'],
    beside: ['./client'],
    parts: {
      'createSessionPlugin useSession': 5.5,
      'createSessionPlugin SignedIn SignedOut': 5.5,
      'createSessionPlugin SignIn': 7.6,
      'createSessionPlugin UserButton': 6.8,
      'createSessionPlugin SessionList': 7.4,
      'createSessionPlugin UserProfile': 8.1,
    },
  },
}

/** Vendor names must not occur in the core: special cases belong in the file of the provider. */
const vendors =
  /["'`](apple|auth0|azure-ad|cognito|discord|facebook|github|gitlab|google|keycloak|linkedin|microsoft|microsoft-entra-id|okta|reddit|slack|spotify|tiktok|twitch|twitter)["'`]/g

/** Hosts that may occur in the code. No request is sent to them. */

const knownHosts = new Set(['localhost', '127.0.0.1', 'www.w3.org'])

/** Finds subpaths in `dist` below `root` that are too large, or contain Node modules, peers, vendors or hosts. */
export async function checkSize(root, table = limits) {
  const faults = await Promise.all(
    readSubpaths(root).map(entry => checkSubpath(root, entry, findLimit(entry, table))),
  )
  return faults.flat()
}

/** Returns the limit of a subpath, or else of its wildcard. */
function findLimit({ subpath, pattern }, table) {
  return table[subpath] ?? table[pattern]
}

async function checkSubpath(root, entry, limit) {
  if (!limit) return [`${entry.subpath} has no limit in tools/check-size.js.`]
  if (!existsSync(join(root, entry.target))) return [`${entry.target} is missing: run npm run build.`]
  const { code = '', imports, failures, sizes } = await buildBundle(root, entry.target, limit)
  // A subpath adds at most its own size, which is measured much faster.
  if (limit.beside && !failures && inspectSize(sizes, limit).length > 0)
    Object.assign(sizes, await measureAddedSize(root, entry.target, limit))
  const faults = failures ?? [
    ...inspectSize(sizes, limit),
    ...(await inspectParts(root, entry.target, limit)),
    ...inspectImports(imports, limit),
    ...inspectHosts(code, limit),
  ]
  const special = entry.subpath === '.' ? inspectVendors(code) : []
  return [...faults, ...special].map(fault => `${entry.subpath} ${fault}`)
}

async function inspectParts(root, target, { parts = {}, peers }) {
  const faults = Object.entries(parts).map(async ([names, kB]) => {
    const size = await measurePart(root, { target, names, peers })
    return size > kB ? [`with only ${names} is ${size.toFixed(2)} kB, its limit is ${kB} kB.`] : []
  })
  return (await Promise.all(faults)).flat()
}

/** Measures a bundle with some exports of a subpath. `names` are separated by spaces. */
async function measurePart(root, { target, names, peers }) {
  const contents = `export { ${names.replaceAll(' ', ', ')} } from ${JSON.stringify(join(root, target))}`
  return (await measureCombinedSizes(root, contents, peers)).kB
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

/** Measures what a subpath adds to a bundle of others. They are compressed together, as in a real bundle. */
async function measureAddedSize(root, target, { beside, peers }) {
  const targets = beside.map(subpath => readSubpaths(root).find(entry => entry.subpath === subpath).target)
  const [without, all] = [
    await getCombinedSizes(root, targets, peers),
    await getCombinedSizes(root, [...targets, target], peers),
  ]
  return { kB: all.kB - without.kB, lazy: all.lazy - without.lazy }
}

const combinedSizes = new Map()

/** Returns the sizes of several subpaths in one bundle. Cached, because the base bundle is the same each time. */
function getCombinedSizes(root, targets, peers) {
  const contents = targets
    .map((path, index) => `export * as _${index} from ${JSON.stringify(join(root, path))}`)
    .join('\n')
  const key = root + contents + peers
  if (!combinedSizes.has(key)) combinedSizes.set(key, measureCombinedSizes(root, contents, peers))
  return combinedSizes.get(key)
}

async function measureCombinedSizes(root, contents, peers) {
  const { entryPoints: _, ...options } = getBundleOptions(root, null, { peers })
  const stdin = { contents, resolveDir: root, sourcefile: 'combined.js' }
  const { outputFiles, metafile } = await esbuild.build({ ...options, stdin })
  return computeSizes('combined.js', outputFiles, metafile.outputs)
}

/** Computes the size of the statically imported code (`kB`) and of the code behind `import()` (`lazy`). */
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
  // Targets of `import()` are entry points as well.
  addEager(Object.keys(outputs).find(path => outputs[path].entryPoint === posix.normalize(target)))
  const isEager = ({ path }) => [...eager].some(name => path.endsWith(name))
  const sum = chosen => chosen.reduce((total, { text }) => total + gzipSync(text).length / 1000, 0)
  return { kB: sum(files.filter(isEager)), lazy: sum(files.filter(file => !isEager(file))) }
}

/** Returns bundler options. The platform is neutral, so that only the conditions of the target runtime are set. */
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
    // The app compiles components. As text, they have about the same size.
    loader: { '.svelte': 'text' },
    external: ['node:*', ...peers],
    plugins: [withoutPeers(Object.keys(readManifest(root).peerDependencies ?? {}), peers)],
    legalComments: 'none',
    logLevel: 'silent',
  }
}

/** Prevents optional peers from resolving. They are installed here, but may be missing in an app. */
function withoutPeers(optional, allowed) {
  const absent = optional.filter(name => !allowed.includes(name))
  const findPeer = path => absent.find(name => path === name || path.startsWith(`${name}/`))
  return {
    name: 'without-peers',
    setup(build) {
      build.onResolve({ filter: /^[^./#]/ }, ({ path }) =>
        findPeer(path) ? { errors: [{ text: `it imports the optional peer ${findPeer(path)}` }] } : undefined,
      )
    },
  }
}

function inspectSize(sizes, { kB, lazy = 0 }) {
  return [
    ...(sizes.kB > kB ? [`is ${sizes.kB.toFixed(2)} kB, its limit is ${kB} kB.`] : []),
    ...(sizes.lazy > lazy ? [`loads ${sizes.lazy.toFixed(2)} kB on demand, its limit is ${lazy} kB.`] : []),
  ]
}

function inspectImports(imports, { node = false }) {
  if (node) return []
  return imports
    .filter(({ path }) => isBuiltin(path))
    .map(({ path }) => `imports ${path}, which exists only in Node.`)
}

function inspectVendors(code) {
  return findUniqueMatches(code, vendors).map(name => `contains the vendor name ${name}.`)
}

function inspectHosts(code, { hosts = false }) {
  if (hosts) return []
  return findUniqueMatches(code, /https?:\/\/([a-z0-9][a-z0-9.-]*)/gi)
    .filter(host => !knownHosts.has(host))
    .map(host => `contains the host ${host}.`)
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
    if (limit.beside && !failures) Object.assign(sizes, await measureAddedSize(root, target, limit))
    console.log(
      failures
        ? `${subpath} ${failures}`
        : `${formatKilobytes(sizes.kB)} + ${formatKilobytes(sizes.lazy)} on demand  ${subpath}`,
    )
    for (const names of Object.keys(limit.parts ?? {})) {
      const size = await measurePart(root, { target, names, peers: limit.peers })
      console.log(`${formatKilobytes(size)} with only ${names}  ${subpath}`)
    }
  }
}

if (isMainModule(import.meta.url) && process.argv.includes('--measure')) await printSizes(projectRoot)
else await runAsGate(import.meta.url, checkSize)
