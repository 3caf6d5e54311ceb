import { expect, test } from 'vitest'
import { findCrossingFaults } from '../check-crossed-files.js'

const request = 'GET session'
const none = 'crosses no file: the trace does not work.'

test('reports a request that crosses more files than its limit', () => {
  const files = Array.from({ length: 16 }, (_, index) => `core/${index}.ts`)
  const faults = findCrossingFaults({ [request]: files }).filter(fault => !fault.includes(none))
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain(`${request} crosses 16 files of src. The limit is 15`)
})

test('accepts a request within its limit', () => {
  const faults = findCrossingFaults({ [request]: ['core/handle.ts'] })
  expect(faults.filter(fault => fault.startsWith(`${request} `) && !fault.includes('database'))).toEqual([])
})

test('reports a trace that finds nothing', () => {
  expect(findCrossingFaults({})).toContain(`${request} ${none}`)
})
