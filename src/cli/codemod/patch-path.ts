import { isPrintable } from '../printable-text.js'

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/**
 * Formats the rest of a `---` or `+++` line, after its prefix. As git and GNU patch do, it quotes a name in the way of C if it contains
 * characters that could end the name or the line.
 *
 * @throws Error for a path that leaves the folder in which the patch is applied
 */
export function formatPatchPath(path: string): string {
  const name = path.slice(path.indexOf('/') + 1)
  if (name.startsWith('/') || name.split('/').some(part => part === '..' || part === '.' || part === ''))
    throw new Error(`A patch cannot name ${JSON.stringify(name)}: the path must be inside of the folder.`)
  if (isPrintable(path) && !/["\\]/.test(path)) {
    // A tab ends a file name that contains spaces.
    return /\s/.test(path) ? `${path}\t` : path
  }
  return `"${Array.from(path, quoteCharacter).join('')}"`
}

function quoteCharacter(character: string): string {
  const shortEscape = shortEscapes.get(character)
  if (shortEscape || isPrintable(character)) return shortEscape ?? character
  return Array.from(Buffer.from(character), byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
