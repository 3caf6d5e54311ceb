import { readFileSync } from 'node:fs'

/** An entry of docs/guides/troubleshooting.md. */
export interface Entry {
  readonly title: string
  /** The logged lines by `NODE_ENV`. `…` stands for any text. */
  readonly log: Readonly<Record<Environment, readonly string[]>>
  /** The sentence about the page or the response. */
  readonly outcome: string
}

/** The values of `NODE_ENV` for which the page states the log. */
export const environments = ['development', 'production'] as const
export type Environment = (typeof environments)[number]

const page = readFileSync(new URL('../../docs/guides/troubleshooting.md', import.meta.url), 'utf8')

/** Reads the entries of the page. */
export function readEntries(): readonly Entry[] {
  return page.split(/^### /m).slice(1).map(readEntry)
}

function readEntry(section: string): Entry {
  const [title = '', ...rest] = (section.split(/^## /m)[0] ?? '').trim().split('\n')
  const text = rest.join('\n')
  const [, special] = /In development:\n\n```text\n([\s\S]*?)\n```/.exec(text) ?? []
  const [, common] = /^\s*```text\n([\s\S]*?)\n```/.exec(text) ?? []
  const production = common?.split('\n') ?? []
  return {
    title,
    log: { production, development: special?.split('\n') ?? production },
    outcome: rest.at(-1) ?? '',
  }
}
