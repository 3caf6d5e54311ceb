import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ada, origin, sessionCookie } from '../support/app.js'
import { scenarios } from './failures/scenarios.js'
import { type Row, readTable } from './failures/table.js'
import {
  createEnvironment,
  isWorkingAgain,
  sendOrdinaryRequest,
  type TestEnvironment,
} from './failures/test-environment.js'

const rows = readTable()

/** The one failure that waits for a timeout. All others have the full ten seconds, however busy the machine is. */
const slowProvider = 'the provider does not answer within ten seconds'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('docs/reference/errors.md lists exactly the failures that are tested here', () => {
  expect([...new Set(rows.map(({ failure }) => failure))].sort()).toEqual(Object.keys(scenarios).sort())
})

describe.each(rows)('$failure: $method $path', row => {
  test('has the documented response, and the next request works', async () => {
    if (row.failure === slowProvider) shortenTimeouts()
    const scene = scenarios[row.failure] ?? {}
    const world = await createEnvironment(scene)
    if (row.answer.includes('kept')) await world.visit.signInWithCredentials(ada)

    const answer = await (scene.send ?? sendOrdinaryRequest)(world, row)
    expect(answer.status).toBe(row.status)
    await expectAnswer(answer, row.answer)
    expectCookie(world, row)
    expect(answer.headers.get('cache-control') ?? 'no-store').toContain('no-store')

    // A failed discovery is remembered for five seconds.
    vi.setSystemTime(Date.now() + 6_000)
    expect(await isWorkingAgain(world)).toBe(true)
  })
})

/** Ten seconds elapse in one. */
function shortenTimeouts(): void {
  const startTimer = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, milliseconds = 0, ...args) =>
    startTimer(run, milliseconds < 10_000 ? milliseconds : milliseconds / 10, ...args),
  )
}

async function expectAnswer(answer: Response, promised: string): Promise<void> {
  const [, literal] = /^`([^`]+)`/.exec(promised) ?? []
  const body = await answer.text()
  if (promised === 'nothing') expect(body).toBe('')
  else if (promised.startsWith('page')) expectPage(answer, body)
  else if (promised === 'JSON') expect(typeof JSON.parse(body)).toBe('object')
  else if (literal?.startsWith('/')) expectRedirect(answer, literal)
  else expectJson(answer, body, literal ?? '')
}

function expectPage({ headers }: Response, body: string): void {
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(body).toContain('</html>')
}

/** A value that is different in each response is `…` in the table. */
function expectRedirect({ headers }: Response, path: string): void {
  const { href } = new URL(headers.get('location') ?? '', origin)
  const [start = '', end] = path.split('…')
  if (end === undefined) expect(href).toBe(new URL(path, origin).href)
  else expect(`${href.slice(0, origin.length + start.length)}…${href.slice(-end.length)}`).toBe(origin + path)
}

function expectJson({ headers }: Response, body: string, literal: string): void {
  expect(headers.get('content-type')).toBe('application/json')
  const promised: unknown = JSON.parse(literal)
  const isMessage = typeof promised === 'object' && promised !== null && 'message' in promised
  expect(JSON.parse(body)).toEqual(isMessage ? { message: expect.stringMatching(/.+/) } : promised)
}

function expectCookie({ visit }: TestEnvironment, { answer }: Row): void {
  const cookie = visit.jar.get(sessionCookie)
  if (answer.includes('cleared')) expect(cookie).toBeUndefined()
  if (answer.includes('kept')) expect(cookie).toBeDefined()
}
