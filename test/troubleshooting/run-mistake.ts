import { AuthError } from 'latchkey/errors'
import { onTestFinished, vi } from 'vitest'
import type { Mistake, Outcome } from './mistake.js'

/** What the developer and the visitor get to see. */
export interface Report {
  /** The first line of each logged text. */
  readonly log: readonly string[]
  /** The status of the page, or null if the call threw. */
  readonly status: number | null
  /** The text of the page that the browser ends on. */
  readonly page: string
}

/** Makes a mistake in this environment and reports the log and the page. */
export async function runMistake(mistake: Mistake, environment: string): Promise<Report> {
  vi.stubEnv('NODE_ENV', environment)
  const log: string[] = []
  for (const method of ['error', 'warn', 'info', 'log'] as const) {
    const spy = vi
      .spyOn(console, method)
      .mockImplementation((...values) => void log.push(getFirstLine(values)))
    onTestFinished(() => void spy.mockRestore())
  }
  try {
    return { ...(await readPage(await mistake())), log: log.filter(line => line !== '') }
  } catch (error) {
    if (error instanceof AuthError)
      return { log: [`${error.type}: ${error.message}`], status: null, page: '' }
    throw error
  }
}

/** Pages of the app itself are outside of `basePath`: it answers them, not `Auth`. */
async function readPage({ visit, response }: Outcome): Promise<Pick<Report, 'status' | 'page'>> {
  if (response.status < 300 || response.status > 399)
    return { status: response.status, page: toText(await response.text()) }
  const location = visit.getLocation(response)
  if (!location.pathname.startsWith('/auth/')) return { status: response.status, page: '' }
  const page = await visit.follow(response)
  return { status: page.status, page: toText(await page.text()) }
}

function getFirstLine(values: readonly unknown[]): string {
  return values.join(' ').replace(/\n[\s\S]*/, '')
}

const entities: Readonly<Record<string, string>> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' }

function toText(html: string): string {
  const body = html.replace(/^[\s\S]*<body[^>]*>/, '').replace(/<(style|script|svg)\b[\s\S]*?<\/\1>/g, '')
  const text = body
    .replace(/<[^>]*>/g, ' ')
    .replace(/&([a-z#\d]+);/g, (whole, name: string) => entities[name] ?? whole)
  return text.replace(/\s+/g, ' ').trim()
}
