/**
 * Prepares a release without publishing it: verifies what the package depends on, packs it twice, and requires the same bytes. Writes the
 * tarball, its bill of materials (CycloneDX) and the digests of both to `release/`.
 *
 * A rebuild of the same commit with the same versions of Node and npm has the same digests, so that anybody can verify a release.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkDependencies } from './check-dependencies.js'
import { buildSbom } from './dependencies/sbom.js'
import { packReproducibly } from './release/pack.js'
import { installDependencies } from './setup.js'
import { isMainModule, projectRoot } from './shared/gate.js'

const folder = 'release'

/** Writes the files of a release of `root`. @returns faults, which prevent it, and the `lines` of the digests */
export async function prepareRelease(root) {
  const dependencyFaults = checkDependencies(root)
  if (dependencyFaults.length > 0) return { faults: dependencyFaults, lines: [] }
  const { name, tarball, faults } = await packReproducibly(root)
  if (faults.length > 0) return { faults, lines: [] }
  const sbom = `${JSON.stringify(buildSbom(root, hashSha512(tarball)), null, 2)}\n`
  return {
    faults: [],
    lines: writeRelease(root, { [name]: tarball, [name.replace(/tgz$/, 'cdx.json')]: sbom }),
  }
}

/** Writes the files and their digests in the format of `sha512sum`. */
function writeRelease(root, files) {
  rmSync(join(root, folder), { recursive: true, force: true })
  mkdirSync(join(root, folder))
  const lines = Object.entries(files).map(([name, content]) => `${hashSha512(content)}  ${name}`)
  for (const [name, content] of Object.entries({ ...files, SHA512SUMS: `${lines.join('\n')}\n` }))
    writeFileSync(join(root, folder, name), content)
  return lines
}

function hashSha512(content) {
  return createHash('sha512').update(content).digest('hex')
}

async function run() {
  await installDependencies(projectRoot)
  const { faults, lines } = await prepareRelease(projectRoot)
  for (const fault of faults) console.error(fault)
  for (const line of lines) console.log(line)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`Written to ${folder}/. Nothing was published.`)
}

if (isMainModule(import.meta.url)) await run()
