import { readFileSync } from 'node:fs'

/** One request of one row of the table in `docs/errors.md`. */
export interface Row {
  readonly failure: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** As it stands there. */
  readonly answer: string
}

/** The rows of the page, one for each request that they name. */
export function readTable(): Row[] {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
  const lines = page.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| what happens'))
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
