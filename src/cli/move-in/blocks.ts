/** A script within markup. */
export interface Script {
  readonly text: string
  readonly start: number
  /** `js`, `ts`, `jsx` or `tsx`. */
  readonly language: string
}

const comments = /<!--[\s\S]*?-->/g
const scripts = /<script\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/script\s*>/gi
const attribute = /\blang\s*=\s*["']?([\w]+)/i

/** Components whose scripts are surrounded by markup. */
export function isMarkup(path: string): boolean {
  return /\.(?:svelte|vue)$/.test(path)
}

/** Whether elements may stand in the code; in TypeScript without them `<T>` is a type. */
export function speaksJsx(path: string): boolean {
  return /\.(?:[cm]?js|[jt]sx)$/.test(path)
}

/** The scripts of a component; `rest` is all else, at the same offsets. */
export function blocksOf(source: string): { scripts: Script[]; rest: string } {
  const shown = source.replace(comments, blanks)
  const found = [...shown.matchAll(scripts)].map(({ 0: whole, 1: attributes = '', 2: text = '', index }) => ({
    text,
    start: index + whole.indexOf('>', '<script'.length + attributes.length) + 1,
    language: languageOf(attributes),
  }))
  return { scripts: found, rest: shown.replace(scripts, blanks) }
}

function blanks(text: string): string {
  return ' '.repeat(text.length)
}

function languageOf(attributes: string): string {
  const [, language = 'js'] = attribute.exec(attributes) ?? []
  return { typescript: 'ts', javascript: 'js' }[language] ?? language
}
