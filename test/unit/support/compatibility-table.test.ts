import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  extractTable,
  isRow,
  type Outcome,
  type Trial,
  writeTable,
} from '../../frameworks/compatibility-table.js'
import { allExamples, isVariant, resolvePath } from '../../frameworks/examples.js'

const empty = `before\n${listTableMarkers().join('\n')}\nafter\n`

const passed: Outcome = { title: 'signs in', hasPassed: true, strategy: 'jwt', connection: 'plain' }
const outcomes: Outcome[] = [
  passed,
  { title: 'serves https', hasPassed: true, strategy: 'jwt', connection: 'tls' },
  { title: 'signs in', hasPassed: false, strategy: 'database', connection: 'plain' },
  { title: 'reads | writes', hasPassed: false, strategy: 'database', connection: 'plain' },
]

function createTrial(name: string, version: string, own = outcomes): Trial {
  const example = allExamples.find(one => one.name === name)
  if (!example) throw new Error(`There is no ${name}.`)
  return { example, version, node: '20.19.0', outcomes: own }
}

describe('the table of frameworks in docs/project/tested-versions.md', () => {
  const rows = extractTable(readFileSync(resolvePath('../../docs/project/tested-versions.md'), 'utf8'))
    .split('\n')
    .slice(2)

  test.each(allExamples)('lists $name with the tested version', example => {
    const folder = isVariant(example) ? `variants/${example.name}` : `../../examples/${example.example}`
    const manifest = JSON.parse(readFileSync(resolvePath(`${folder}/package.json`), 'utf8'))
    const version = { ...manifest.dependencies, ...manifest.devDependencies }[example.module]
    const own = rows.filter(row => isRow(example, row))
    expect(own.map(row => row.split(' | ')[0])).toEqual([`| ${example.framework} ${version}`])
  })

  test('lists no other frameworks', () => {
    expect(rows).toHaveLength(allExamples.length)
  })
})

describe('a run', () => {
  test('lists passed, failed and untested combinations', () => {
    expect(extractTable(writeTable(empty, [createTrial('express-4', '4.1.2')]))).toContain(
      '| Express 4.1.2 | 20.19.0 | passed | passed | failed: signs in; reads \\| writes | not tried |',
    )
  })

  test('counts a failure without a strategy for all strategies', () => {
    const broken: Outcome = { title: 'is built', hasPassed: false, connection: 'plain' }
    const row = extractTable(writeTable(empty, [createTrial('express-4', '4.1.2', [broken])]))
    expect(row.match(/failed: is built/g)).toHaveLength(4)
  })

  test('summarizes many failures by their number', () => {
    const all = Array.from({ length: 5 }, (_, index): Outcome => ({ ...passed, hasPassed: index > 3 }))
    expect(extractTable(writeTable(empty, [createTrial('express-4', '4.1.2', all)]))).toContain(
      'failed: 4 of 5',
    )
  })

  test('of some examples replaces only their rows, in the order of the examples', () => {
    const first = writeTable(empty, [createTrial('next', '16.1.0'), createTrial('next-14', '14.2.0')])
    const second = writeTable(first, [createTrial('next-15', '15.5.0'), createTrial('next-14', '14.2.1')])
    expect(extractTable(second).match(/Next [\d.]+/g)).toEqual(['Next 16.1.0', 'Next 15.5.0', 'Next 14.2.1'])
    expect(writeTable(second, [])).toBe(second)
    expect(second).toMatch(/^before\n[\s\S]*\nafter\n$/)
  })

  test('removes rows of examples that no longer exist, and requires the markers', () => {
    const old = writeTable(empty, [createTrial('next', '16.1.0')]).replace('Next 16', 'Next 13')
    expect(extractTable(writeTable(old, []))).not.toContain('Next')
    expect(() => writeTable('no markers', [])).toThrow('needs the lines')
  })
})

function listTableMarkers(): string[] {
  return (
    readFileSync(resolvePath('../../docs/project/tested-versions.md'), 'utf8').match(
      /<!-- made by npm run test:frameworks.*-->/g,
    ) ?? []
  )
}
