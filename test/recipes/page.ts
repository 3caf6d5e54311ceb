import { readFileSync } from 'node:fs'

const docs = new URL('../../docs/', import.meta.url)

/** Reads the first code block of a language from a page below `docs`. */
export function readBlock(page: string, language: string): string {
  const text = readFileSync(new URL(page, docs), 'utf8')
  const [, code] = text.match(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm')) ?? []
  if (code === undefined) throw new Error(`docs/${page} has no code block "${language}".`)
  return code
}
