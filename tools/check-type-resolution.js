/**
 * Declarations that compile here can still be lost on their way to a user: TypeScript finds them by rules of its own,
 * which differ with the user's `moduleResolution`, and an import it cannot follow becomes `any` without a word. So attw
 * resolves each subpath of the packed tarball as users do. The package is ESM only, hence `require` and the resolution
 * that knows no `exports` are not asked about.
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

/** What that profile of attw asks about; its report tells of the other resolutions too. */
const checkedResolutions = new Set([undefined, 'node16-esm', 'bundler'])

/** What attw finds in the package that `root` would publish. It is packed elsewhere: two checks may run at once. */
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

/** A package without any declarations is fine by attw. */
function listFaults({ analysis: { types, problems = [] } }) {
  if (!types) return ['The package has no types at all.']
  return problems.filter(({ resolutionKind }) => checkedResolutions.has(resolutionKind)).map(describe)
}

function describe({ kind, entrypoint, resolutionKind, ...details }) {
  const name = kind.replace(/([a-z])(?=[A-Z])/g, '$1 ')
  return entrypoint ? `${entrypoint} under ${resolutionKind}: ${name}` : `${name}: ${JSON.stringify(details)}`
}

await runAsGate(import.meta.url, checkTypeResolution)
