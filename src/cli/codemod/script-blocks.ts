/** A script within markup. */
export interface ScriptBlock {
  readonly text: string
  readonly start: number
  /** `js`, `ts`, `jsx` or `tsx`. */
  readonly language: string
}

const htmlComments = /<!--[\s\S]*?-->/g
const scriptElements = /<script\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/script\s*>/gi
const langAttribute = /\blang\s*=\s*["']?([\w]+)/i

/** Components whose scripts are surrounded by markup. */
export function isComponentFile(path: string): boolean {
  return /\.(?:svelte|vue)$/.test(path)
}

/** Whether elements may stand in the code; in TypeScript without them `<T>` is a type. */
export function supportsJsx(path: string): boolean {
  return /\.(?:[cm]?js|[jt]sx)$/.test(path)
}

/** The scripts of a component; `rest` is all else, at the same offsets. */
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
