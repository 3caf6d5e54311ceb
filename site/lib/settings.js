/**
 * The settings of the site. `documentation` in package.json of the project is its public address, which the owner fills in. Without it, the
 * site works at any address, and `llms.txt` has relative links.
 *
 * @module
 */
import { join } from 'node:path'
import { projectRoot } from '../../tools/shared/gate.js'
import { readManifest } from '../../tools/shared/subpaths.js'

/** Folders of the site, as absolute paths. `pages` is written before each build. */
export const folders = {
  site: join(projectRoot, 'site'),
  pages: join(projectRoot, 'site/.pages'),
  built: join(projectRoot, 'site/dist'),
}

/**
 * Reads the settings from package.json below `root`.
 *
 * @returns `version` of the package; `address` of the site without a slash at its end, and `repository` as an https URL, or `null` if they are
 *   not filled in; `base`, the path of the site, with a slash at both ends
 */
export function readSettings(root = projectRoot) {
  const { version, documentation, repository } = readManifest(root)
  const address = documentation ? parseAddress(documentation) : null
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
      `package.json: \`documentation\` is "${text}". Set it to an https URL without a query, such as https://docs.example.com.`,
    )
  return href.replace(/\/$/, '')
}
