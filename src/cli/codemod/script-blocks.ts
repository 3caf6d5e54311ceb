/** Script element within markup. */
export interface ScriptBlock {
  readonly text: string
  readonly start: number
  /** `js`, `ts`, `jsx` or `tsx`. */
  readonly language: string
}

const scriptStart = /<script(?=[\s/>])/gi
const scriptEnd = /<\/script\s*>/gi
const attributes = /(?:[^>"']|"[^"]*"|'[^']*')*/y
const langAttribute = /\blang\s*=\s*["']?([\w]+)/i

/** Returns whether a file is a component with scripts in markup. */
export function isComponentFile(path: string): boolean {
  return /\.(?:svelte|vue)$/.test(path)
}

/** Returns whether a file may contain JSX. In other TypeScript files, `<T>` is a type. */
export function supportsJsx(path: string): boolean {
  return /\.(?:[cm]?js|[jt]sx)$/.test(path)
}

/** Extracts the scripts of a component. `markup` is the rest, at the same offsets. */
export function extractScripts(source: string): { scripts: ScriptBlock[]; markup: string } {
  const uncommented = removeComments(source)
  const scripts: ScriptBlock[] = []
  const markup: string[] = []
  let position = 0
  for (const { open, end, ...script } of findScripts(uncommented)) {
    scripts.push(script)
    markup.push(uncommented.slice(position, open), replaceWithSpaces(uncommented.slice(open, end)))
    position = end
  }
  return { scripts, markup: markup.join('') + uncommented.slice(position) }
}

/** Replaces comments of HTML with spaces. */
function removeComments(source: string): string {
  const parts: string[] = []
  let position = 0
  for (let open = source.indexOf('<!--'); open >= 0; open = source.indexOf('<!--', position)) {
    const close = source.indexOf('-->', open + 4)
    if (close < 0) break
    parts.push(source.slice(position, open), replaceWithSpaces(source.slice(open, close + 3)))
    position = close + 3
  }
  return parts.join('') + source.slice(position)
}

/** A script element, from its `<` up to the end of its closing tag. */
interface ScriptElement extends ScriptBlock {
  readonly open: number
  readonly end: number
}

/** Finds the script elements. Without a closing tag, there is no further element. */
function findScripts(source: string): ScriptElement[] {
  const scripts: ScriptElement[] = []
  scriptStart.lastIndex = 0
  for (let tag = scriptStart.exec(source); tag; tag = scriptStart.exec(source)) {
    attributes.lastIndex = scriptStart.lastIndex
    const [attributeText = ''] = attributes.exec(source) ?? []
    const start = attributes.lastIndex + 1
    scriptEnd.lastIndex = start
    if (source[start - 1] !== '>') {
      // Not a tag, such as `<script` in a sentence. What was read is not read again.
      scriptStart.lastIndex = start
      continue
    }
    const closing = scriptEnd.exec(source)
    if (!closing) break
    const end = scriptEnd.lastIndex
    const text = source.slice(start, closing.index)
    scripts.push({ text, start, language: parseLanguage(attributeText), open: tag.index, end })
    scriptStart.lastIndex = end
  }
  return scripts
}

const languageAliases: ReadonlyMap<string, string> = new Map([
  ['typescript', 'ts'],
  ['javascript', 'js'],
])

function parseLanguage(attributes: string): string {
  const [, language = 'js'] = langAttribute.exec(attributes) ?? []
  return languageAliases.get(language) ?? language
}

function replaceWithSpaces(text: string): string {
  return ' '.repeat(text.length)
}
