/**
 * Verifies with attw that TypeScript resolves the types of each subpath in the packed tarball. The resolution depends on the
 * user's `moduleResolution`, and an unresolved import silently becomes `any`. The package is ESM only, so `require` is not
 * checked. `moduleResolution: "node"` (`node10`) does not read `exports`, but `typesVersions`. If all resolve, an app that imports every
 * subpath is compiled with TypeScript 5 and with the version of the project.
 *
 * @module
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAsGate } from './shared/gate.js'
import { collectFaults } from './shared/report.js'
import { runNpm, runPackage } from './shared/run.js'
import { readManifest, readSubpaths } from './shared/subpaths.js'

const command = ['@arethetypeswrong/cli/dist/index.js', '--profile=esm-only', '--no-definitely-typed']

/** The report of attw contains others as well. */
const checkedResolutions = new Set([undefined, 'node10', 'node16-esm', 'bundler'])

/** Runs attw on the package that `root` would publish. Packs it into a temporary folder, so that checks can run in parallel. */
export async function checkTypeResolution(root) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pack-'))
  try {
    const packed = await runNpm(['pack', '--ignore-scripts', '--pack-destination', folder], root)
    if (!packed.ok) return [`npm pack failed: ${packed.output}`]
    const tarball = join(folder, readdirSync(folder)[0])
    const report = await runPackage([...command, ...excludeStylesheets(root), '--format=json', tarball], root)
    const faults = collectFaults(report, listFaults)
    return faults.length > 0 ? faults : await compileImports(root, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Stylesheets have no types. */
function excludeStylesheets(root) {
  const { exports = {} } = readManifest(root)
  const stylesheets = Object.keys(exports).filter(subpath => subpath.endsWith('.css'))
  return stylesheets.length > 0 ? ['--exclude-entrypoints', ...stylesheets] : []
}

/** The settings of apps by compiler. TypeScript 6 warns of `node10`. */
const apps = [
  { compiler: 'typescript-5', moduleResolution: 'node10', module: 'esnext' },
  { compiler: 'typescript-5', moduleResolution: 'node16', module: 'node16' },
  { compiler: 'typescript-5', moduleResolution: 'bundler', module: 'esnext' },
  { compiler: 'typescript', moduleResolution: 'node10', module: 'esnext', ignoreDeprecations: '6.0' },
]

const commonOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  preserveSymlinks: true,
  target: 'es2022',
  types: [],
}

/** Compiles an app that imports every subpath of the package. Returns the errors. */
async function compileImports(root, folder) {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules', readManifest(root).name))
  const imports = readSubpaths(root).map(
    ({ specifier }, index) => `export * as m${index} from '${specifier}'\n`,
  )
  writeFileSync(join(folder, 'app.mts'), imports.join(''))
  const faults = await Promise.all(apps.map(app => compileApp(folder, app)))
  return faults.flat()
}

async function compileApp(folder, { compiler, ...options }) {
  const name = `${compiler}, ${options.moduleResolution}`
  const config = join(folder, `${name}.json`)
  writeFileSync(
    config,
    JSON.stringify({ compilerOptions: { ...commonOptions, ...options }, files: ['app.mts'] }),
  )
  const { ok, output } = await runPackage([join(compiler, 'bin/tsc'), '-p', config], folder)
  const lines = output.trim().split('\n')
  return ok ? [] : lines.map(line => `${name}: ${line}`)
}

/** Lists faults. attw accepts a package without declarations, this gate does not. */
function listFaults({ analysis: { types, problems = [] } }) {
  if (!types) return ['The package has no type declarations.']
  return problems.filter(({ resolutionKind }) => checkedResolutions.has(resolutionKind)).map(describe)
}

function describe({ kind, entrypoint, resolutionKind, ...details }) {
  const name = kind.replace(/([a-z])(?=[A-Z])/g, '$1 ')
  return entrypoint ? `${entrypoint} under ${resolutionKind}: ${name}` : `${name}: ${JSON.stringify(details)}`
}

await runAsGate(import.meta.url, checkTypeResolution)
