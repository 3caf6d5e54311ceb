/** Returns the specifier by which a file imports another one. `suffix` is what imports of the app end in: `.js`, `.ts` or nothing. */
export function toRelativeImport(from: string, to: string, suffix = ''): string {
  const folders = from.split('/').slice(0, -1)
  const parts = to.replace(/\.\w+$/, '').split('/')
  const shared = folders.findIndex((folder, index) => folder !== parts[index])
  const count = shared < 0 ? folders.length : shared
  const ending = to.endsWith('.mjs') ? '.mjs' : suffix
  const up = '../'.repeat(folders.length - count) || './'
  return `${up}${parts.slice(count).join('/')}${ending}`
}

/** Returns what the relative imports of a source end in. Without one, it is `.js`, which Node, TypeScript and bundlers resolve. */
export function findImportSuffix(source: string): string {
  const [, path = '.js'] = /from\s+['"]\.{1,2}\/([^'"]+)['"]/.exec(source) ?? []
  return /\.[cm]?[jt]s$/.exec(path)?.[0] ?? ''
}
