import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkRegistry } from '../registries/verify.js'
import { createWrittenSample, file, findingSample as sample } from './registry-samples.js'

const { registry } = sample
const [tested, elsewhere, documented] = sample.entries

test('the page lists each finding with its commit and test', async () => {
  const { root } = await createWrittenSample(sample)
  const page = readFileSync(join(root, registry.page), 'utf8')
  expect(page).toContain(
    `| \`high-1\` | A \\| B. | \`abcdef1\` | harbor > the gate > is closed | \`${file}\` |`,
  )
  expect(page).toContain(`| \`low-1\` | C. | \`abcdef2\` | The tests of this file. | \`${file}\` |`)
  expect(page).toContain(
    '| `low-2` | D. | `abcdef3` | None. [Documented](../security.md#d) with what to do. | – |',
  )
})

test.each([
  [{ ...tested, fixedBy: 'main' }, 'high-1: `fixedBy` is "main", which does not match'],
  [{ ...tested, file }, 'high-1: it needs one of `test`, `file`, `documentedIn`.'],
  [{ ...tested, test: '' }, 'high-1: it needs one of `test`, `file`, `documentedIn`.'],
  [{ ...elsewhere, file: 'test/none.test.js' }, 'low-1: test/none.test.js does not exist.'],
  [{ ...documented, documentedIn: 'none.md' }, 'low-2: docs/project/none.md does not exist.'],
])('the gate refuses an invalid finding: %j', async (finding, fault) => {
  const { root, faults } = await createWrittenSample(sample, { entries: [finding] })
  expect(faults).toContainEqual(expect.stringContaining(fault))
  expect(checkRegistry(root, registry)).toContainEqual(expect.stringContaining(fault))
})
