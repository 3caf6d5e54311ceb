import { describe, expect, test } from 'vitest'
import { checkDuplication } from '../check-duplication.js'
import { createFixture } from './fixture.js'

const block = Array.from({ length: 6 }, (_, index) => `const copied${index} = ${index}`)
const filler = Array.from({ length: 100 }, (_, index) => `const unique${index} = ${index}`)

const findFaults = files => checkDuplication(createFixture(files))

describe('duplication', () => {
  test('a valid tree has no fault', () => {
    expect(findFaults({ 'src/core/a.ts': block.join('\n') })).toEqual([])
  })

  test('six equal lines in two files are a fault with both places', () => {
    const faults = findFaults({
      'src/core/a.ts': ['', ...block].join('\n'),
      'src/core/b.ts': block.join('\n'),
    })
    expect(faults[0]).toMatch(/^12 of \d+ significant lines are copies/)
    expect(faults[1]).toBe('src/core/b.ts:1 repeats src/core/a.ts:2: const copied0 = 0')
  })

  test('indentation, blank lines, comments and brackets do not hide a copy', () => {
    const disguised = ['{', ...block.flatMap(line => [`  ${line}`, '', '// a remark', '}'])]
    expect(
      findFaults({ 'src/core/a.ts': block.join('\n'), 'src/core/b.ts': disguised.join('\n') }),
    ).toHaveLength(2)
  })

  test('a copy within one file counts', () => {
    expect(
      findFaults({ 'src/core/a.ts': [...block, 'const between = 1', ...block].join('\n') }),
    ).toHaveLength(2)
  })

  test('five equal lines, and equal imports, are not a fault', () => {
    const five = block.slice(1).join('\n')
    const imports = filler.map((_, index) => `import { x${index} } from './x.js'`).join('\n')
    expect(findFaults({ 'src/core/a.ts': five, 'src/core/b.ts': five })).toEqual([])
    expect(findFaults({ 'src/core/a.ts': imports, 'src/core/b.ts': imports })).toEqual([])
  })

  test('under one line in a hundred is tolerated', () => {
    const rest = Array.from({ length: 12 }, (_, index) => filler.map(line => `${line}${index}`)).flat()
    expect(
      findFaults({ 'src/core/a.ts': [...block, ...rest].join('\n'), 'src/core/b.ts': block.join('\n') }),
    ).toEqual([])
  })
})
