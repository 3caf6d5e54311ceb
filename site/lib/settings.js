/**
 * The settings of the site. `docsUrl` of src/base/help-reference.ts is its public address, which the owner fills in, and to which messages link. Without
 * it, the site works at any address, and `llms.txt` has relative links.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../tools/shared/gate.js'
import { readManifest } from '../../tools/shared/subpaths.js'

const sourceFile = 'src/base/help-reference.ts'

/** Folders of the site, as absolute paths. `pages` is written before each build. */
export const folders = {
  site: join(projectRoot, 'site'),
  pages: join(projectRoot, 'site/.pages'),
  built: join(projectRoot, 'site/dist'),
}

/**
 * Reads the settings from the project below `root`.
 *
 * @returns `version` of the package; `address` of the site without a slash at its end, and `repository` as an https URL, or `null` if they are
 *   not filled in; `base`, the path of the site, with a slash at both ends
 */
export function readSettings(root = projectRoot) {
  const { version, repository } = readManifest(root)
  const source = readFileSync(join(root, sourceFile), 'utf8')
  const [, setting] = /^const docsUrl: string \| null = (null|'[^']*')$/m.exec(source) ?? []
  if (setting === undefined)
    throw new Error(`${sourceFile} has no constant \`docsUrl\` that is null or a text.`)
  const address = setting === 'null' ? null : parseAddress(setting.slice(1, -1))
  return {
    version,
    address,
    base: address ? `${new URL(address).pathname.replace(/\/$/, '')}/` : '/',
    repository: repository?.url?.replace(/^git\+/, '').replace(/\.git$/, '') ?? null,
  }
}

function parseAddress(text) {
  const { protocol, href, search, hash } = new URL(text)
  if (protocol !== 'https:' || search || hash)
    throw new TypeError(
      `${sourceFile}: \`docsUrl\` is "${text}". Set it to an https URL without a query, such as https://docs.example.com.`,
    )
  return href.replace(/\/$/, '')
}
