/**
 * Verifies with attw that TypeScript resolves the types of each subpath in the packed tarball. The resolution depends on the
 * user's `moduleResolution`, and an unresolved import silently becomes `any`. The package is ESM only, so `require` is not
 * checked. `moduleResolution: "node"` (`node10`) does not read `exports`, but `typesVersions`.
 *
 * @module
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAsGate } from './shared/gate.js'
import { collectFaults } from './shared/report.js'
import { runNpm, runPackage } from './shared/run.js'

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
    return collectFaults(await runPackage([...command, '--format=json', tarball], root), listFaults)
  } finally {
    rmSync(folder, { recursive: true })
  }
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
