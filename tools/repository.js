/**
 * The address of the repository. `repository` in package.json is the one setting; `homepage` and `bugs` follow from it. npm shows all three,
 * and resolves the relative links of the README with it.
 *
 * `npm run repository -- https://github.com/owner/name` writes the three fields. `--assert` fails while they are not filled in: it runs before
 * `npm publish`. `npm run check` prints a notice.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainModule, projectRoot } from './shared/gate.js'
import { readManifest } from './shared/subpaths.js'

const command = 'npm run repository -- https://<host>/<owner>/<name>'

/** Returns the fields of package.json for the URL of a repository. */
export function buildRepositoryFields(url) {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:') throw new TypeError(`"${url}" is not an https URL. Run ${command}.`)
  const base = href.replace(/\/$/, '').replace(/\.git$/, '')
  return {
    homepage: `${base}#readme`,
    repository: { type: 'git', url: `git+${base}.git` },
    bugs: { url: `${base}/issues` },
  }
}

/** Finds what prevents a release: fields that are not filled in, or that do not follow from `repository`. */
export function findRepositoryFaults(manifest) {
  const url = manifest.repository?.url
  if (!url)
    return [`package.json: \`repository\` is not filled in. Before the first release, run ${command}.`]
  const expected = buildRepositoryFields(url.replace(/^git\+/, ''))
  return Object.keys(expected)
    .filter(key => JSON.stringify(manifest[key]) !== JSON.stringify(expected[key]))
    .map(key => `package.json: \`${key}\` does not follow from \`repository\`. Run ${command}.`)
}

/** Returns package.json with the fields behind its keywords. Others keep their order. */
export function fillInRepository(manifest, url) {
  const fields = buildRepositoryFields(url)
  const others = Object.entries(manifest).filter(([key]) => !Object.hasOwn(fields, key))
  const index = others.findIndex(([key]) => key === 'license')
  return Object.fromEntries([...others.slice(0, index), ...Object.entries(fields), ...others.slice(index)])
}

function run(argument) {
  const manifest = readManifest(projectRoot)
  if (argument && argument !== '--assert') {
    const filledIn = fillInRepository(manifest, argument)
    writeFileSync(join(projectRoot, 'package.json'), `${JSON.stringify(filledIn, null, 2)}\n`)
    return
  }
  const faults = findRepositoryFaults(manifest)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

if (isMainModule(import.meta.url)) run(process.argv[2])
