import { expect, test } from 'vitest'
import { renderAssurance } from '../fire/assurance.js'

const figure = { name: 'fuzzing: router', unit: 'inputs', count: 2_500, seconds: 61, date: '2026-01-02' }

test('a figure is shown with the size of a full run', () => {
  const page = renderAssurance('', [figure])
  expect(page).toContain('| fuzzing: router | 2,500 inputs | 1,000,000 | 61 s | 2026-01-02 |\n')
})

test('a new figure replaces that of the same test, and other rows stay', () => {
  const page = renderAssurance('', [figure, { ...figure, name: 'soak | jwt', unit: 'requests' }])
  const next = renderAssurance(page, [{ ...figure, count: 7 }])
  expect(next).toContain('| fuzzing: router | 7 inputs |')
  expect(next).not.toContain('2,500 inputs')
  expect(next).toContain('| soak / jwt | 2,500 requests |')
  expect(renderAssurance(next, [])).toBe(next)
})

test('a figure can have a full size of its own', () => {
  const page = renderAssurance('', [{ ...figure, fullSize: 20_000 }])
  expect(page).toContain('| 2,500 inputs | 20,000 |')
})

test('the tests of a group share one row with the smallest count', () => {
  const race = { ...figure, unit: 'repetitions', seconds: 3 }
  const page = renderAssurance('', [
    { ...race, name: 'races on memory > two sign-outs', count: 200 },
    { ...race, name: 'races on memory > two updates', count: 20 },
  ])
  expect(page).toContain('| races on memory | 20 repetitions of each of 2 tests | 200 | 6 s |')
  expect(page.match(/^\| races on memory/gm)).toHaveLength(1)
})
