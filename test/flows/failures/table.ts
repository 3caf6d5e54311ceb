import { readFileSync } from 'node:fs'

/** A request of a row in the table of `docs/reference/errors.md`. */
export interface Row {
  readonly failure: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** As written in the table. */
  readonly answer: string
}

/** The rows of the table, one for each request. */
export function readTable(): Row[] {
  const page = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8')
  const lines = page.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| failure'))
  return lines.flatMap(readLine)
}

function readLine(line: string): Row[] {
  const [failure = '', asked = '', status = '', answer = ''] = line.slice(2, -2).split(' | ')
  return [...asked.matchAll(/`(\w+) ([^`]+)`/g)].map(([, method = '', path = '']) => ({
    failure,
    method,
    path,
    status: Number(status),
    answer,
  }))
}
