/**
 * Builds the site for the tests, unless the last build had the same inputs. The first test file that needs it builds it, so that other tests
 * run meanwhile.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../tools/shared/gate.js'
import { listFiles } from '../tools/shared/list-files.js'
import { holdLock } from '../tools/shared/lock.js'
import { runScript } from '../tools/shared/run.js'
import { folders } from './lib/settings.js'
import { createPages } from './lib/stage-pages.js'

const digestFile = join(folders.built, '.digest')

/** Builds the site into its folder. A second process waits for the first. */
export async function buildSiteIfStale() {
  const digest = hashInputs()
  await holdLock(folders.built, async () => {
    if (!isBuilt(digest)) await build(digest)
  })
}

function isBuilt(digest) {
  return existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest
}

/** Builds in a process of its own, because Vitest changes the globals of its own. */
async function build(digest) {
  const { ok, output } = await runScript(['site/build.js'], projectRoot)
  if (!ok) throw new Error(`The site was not built:\n${output}`)
  writeFileSync(digestFile, digest)
}

/** The pages depend on all sources of the documentation. The rest is in the folder of the site. */
function hashInputs() {
  const { pages, images } = createPages()
  const own = ['.vitepress', 'lib', 'start']
    .flatMap(folder => listFiles(projectRoot, `site/${folder}`, /./))
    .concat(['site/build.js', 'site/package-lock.json', 'package.json'])
  const hash = createHash('sha256').update(JSON.stringify(pages))
  for (const path of [...own, ...images.keys()])
    hash.update(path).update(readFileSync(join(projectRoot, path)))
  return hash.digest('hex')
}
