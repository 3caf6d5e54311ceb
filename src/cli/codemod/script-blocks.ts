/** Script element within markup. */
export interface ScriptBlock {
  readonly text: string
  readonly start: number
  /** `js`, `ts`, `jsx` or `tsx`. */
  readonly language: string
}

const htmlComments = /<!--[\s\S]*?-->/g
const scriptElements = /<script\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/script\s*>/gi
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
  const uncommented = source.replace(htmlComments, replaceWithSpaces)
  const blocks = [...uncommented.matchAll(scriptElements)].map(
    ({ 0: whole, 1: attributes = '', 2: text = '', index }) => ({
      text,
      start: index + whole.indexOf('>', '<script'.length + attributes.length) + 1,
      language: parseLanguage(attributes),
    }),
  )
  return { scripts: blocks, markup: uncommented.replace(scriptElements, replaceWithSpaces) }
}

function replaceWithSpaces(text: string): string {
  return ' '.repeat(text.length)
}

function parseLanguage(attributes: string): string {
  const [, language = 'js'] = langAttribute.exec(attributes) ?? []
  return { typescript: 'ts', javascript: 'js' }[language] ?? language
}
