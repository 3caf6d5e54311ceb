/**
 * Creates the sidebars from the indexes of the documentation: docs/README.md and docs/recipes/README.md. A page that they list is in a
 * sidebar, and the docs gate requires that they list every page.
 *
 * @module
 */

/** Folders with a sidebar of their own. All other pages have that of the guides. */
const ownFolders = ['frameworks', 'comparisons', 'reference', 'project']

/** Folders with many pages that are alike. */
const longFolders = ['providers', 'errors', 'examples', 'bench', 'assistants']

/**
 * Creates the sidebars.
 *
 * @param pages the pages of `createPages`
 * @returns sidebars of VitePress by the start of a path, each with groups `{ text, items }`
 */
export function createSidebars(pages) {
  const groups = readGroups(findText(pages, 'docs/README.md'), '')
  const recipes = readGroups(findText(pages, 'docs/recipes/README.md'), 'recipes/')
  const isOwn = group => ownFolders.some(folder => isInFolder(group, folder))
  return {
    ...Object.fromEntries(longFolders.map(folder => [`/${folder}/`, shortSidebar])),
    ...Object.fromEntries(
      ownFolders.map(folder => [`/${folder}/`, groups.filter(group => isInFolder(group, folder))]),
    ),
    '/recipes/': [{ text: 'All recipes', link: '/recipes/' }, ...recipes],
    '/': [{ text: 'Files for your app', link: '/start' }, ...groups.filter(group => !isOwn(group))],
  }
}

const shortSidebar = [
  { text: 'Contents', link: '/contents' },
  { text: 'Files for your app', link: '/start' },
  { text: 'All providers', link: '/providers/' },
  { text: 'All errors and warnings', link: '/errors/' },
  { text: 'All example apps', link: '/examples/' },
]

/** Returns whether most pages of a group are in a folder. */
function isInFolder({ items }, folder) {
  return items.filter(({ link }) => link.startsWith(`/${folder}/`)).length > items.length / 2
}

function findText(pages, file) {
  const page = pages.find(each => each.file === file)
  if (!page) throw new Error(`${file} does not exist.`)
  return page.text
}

/** Reads the links below each heading of level 2 that has links in lists, or in a paragraph of links. */
function readGroups(text, folder) {
  return text
    .split('\n## ')
    .slice(1)
    .map(section => {
      const [title, ...lines] = section.split('\n')
      const items = lines.filter(line => line.startsWith('- [') || line.startsWith('[')).flatMap(readLinks)
      return { text: title, items: items.map(item => ({ ...item, link: resolveLink(item.link, folder) })) }
    })
    .filter(({ items }) => items.length > 0)
}

/** A line of a list is about its first link. A paragraph of links has many. */
function readLinks(line) {
  const links = [...line.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)].map(([, text, link]) => ({ text, link }))
  return line.startsWith('- ') ? links.slice(0, 1) : links
}

function resolveLink(link, folder) {
  const path = new URL(link, `https://site.example/${folder}`).pathname
  return path.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')
}
