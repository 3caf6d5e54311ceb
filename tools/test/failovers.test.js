import { expect, test } from 'vitest'
import { renderAssurance } from '../fire/assurance.js'
import { renderFailovers } from '../scale/failovers.js'

const figure = {
  name: 'PostgreSQL, primary killed',
  announced: 'nothing',
  strategy: 'jwt',
  userCount: 200,
  signIns: 1_234,
  signOuts: 700,
  reads: 2_000,
  failoverMs: 312,
  refused: 12,
  refusedMs: 1_180,
  lost: { signIns: 0, signOuts: 0, users: 0 },
  date: '2026-01-02',
}
const row =
  '| PostgreSQL, primary killed | jwt | 200 | 1,234 | 700 | 2,000 | 0.3 s | 12 | 1.2 s | nothing | nothing | 2026-01-02 |\n'
const fireFigure = { name: 'soak', unit: 'requests', count: 7, seconds: 1, date: '2026-01-02' }

test('the figures of a failover are a row of the section', () => {
  expect(renderFailovers('# Assurance\n', [figure])).toContain(row)
})

test('a new figure replaces that of the same failover and strategy, and other rows stay', () => {
  const page = renderFailovers('# Assurance\n', [
    figure,
    { ...figure, strategy: 'database', lost: { signIns: 3, signOuts: 1, users: 0 } },
  ])
  const next = renderFailovers(page, [{ ...figure, signIns: 5 }])
  expect(next).toContain('| jwt | 200 | 5 |')
  expect(next).not.toContain(row)
  expect(next).toContain('| database | 200 | 1,234 |')
  expect(next).toContain('| 3 sign-ins, 1 sign-out |')
  expect(renderFailovers(next, [])).toBe(next)
})

test('the section and the table of the other tests do not change each other', () => {
  const page = renderFailovers(renderAssurance('', [fireFigure]), [figure])
  const next = renderAssurance(page, [{ ...fireFigure, count: 9 }])
  expect(next).toContain(row)
  expect(next).toContain('| soak | 9 requests |')
  expect(renderAssurance(next, [])).toBe(next)
  expect(renderFailovers(next, [])).toBe(next)
})
