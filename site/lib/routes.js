/**
 * Which Markdown files of the project are pages of the site, and where. Pages of `docs/` keep their paths.
 *
 * @module
 */
import { listFiles } from '../../tools/shared/list-files.js'

/** Pages whose path on the site is not that in `docs/`. */
const moved = {
  'README.md': 'index.md',
  'docs/README.md': 'contents.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  'SECURITY.md': 'project/report-a-vulnerability.md',
  'site/start.md': 'start.md',
  'templates/assistants/AGENTS.md': 'assistants/AGENTS.md',
  'templates/assistants/http-api.md': 'assistants/http-api.md',
  'templates/assistants/skills/latchkey/SKILL.md': 'assistants/SKILL.md',
}

/** Lists the pages below `root`: a map of files of the project to files of the site. */
export function listPages(root) {
  const examples = /^examples\/([\w-]+\/)?README\.md$/
  const files = [
    ...Object.keys(moved),
    ...listFiles(root, 'docs', /\.md$/),
    ...listFiles(root, 'bench', /^bench\/(contract\/)?[\w-]+\.md$/i),
    ...listFiles(root, 'examples', examples),
  ]
  return new Map([...new Set(files)].map(path => [path, moved[path] ?? toSitePath(path)]))
}

function toSitePath(path) {
  return path.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md')
}
