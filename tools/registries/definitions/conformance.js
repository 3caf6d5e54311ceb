/**
 * The rules of the contract, one JSON file for each part. Most rules also contain a `break`: a small change of `src/` that must make the
 * test fail (`tools/conformance.js`).
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestColumns, formatCode } from '../page.js'

/** Missing features for which a rule can be marked as `later`. */
const pendingWork = {
  'e-mail': 'sign-in by email',
  integrations: 'integrations other than plain Node',
  catalogue: 'the provider catalog',
}

/** The data are parts, `{ part, rules }`. A rule is `{ id, rule, test | later, break? }`. */
export const conformance = {
  name: 'conformance',
  page: 'docs/project/conformance.md',
  data: 'test/conformance/rules',
  noun: 'rules',
  fields: {
    id: { required: true, pattern: /^[a-z][\w.-]*$/i },
    rule: { required: true },
    test: {},
    later: { choices: Object.keys(pendingWork) },
    break: {},
  },
  outcomes: ['test', 'later'],
  listEntries: parts => parts.flatMap(({ rules }) => rules),
  findEntryFaults: (rule, { root }) => (rule.break ? findBreakFaults(root, rule) : []),
  describePage,
}

function findBreakFaults(root, { test, break: { file, find, replace } }) {
  if (!test) return ['`break` requires a `test`.']
  if (!file?.startsWith('src/') || !existsSync(join(root, file)))
    return [`the file of its break, ${file}, does not exist in src.`]
  if (!find || find === replace) return ['`find` and `replace` of its break are equal or empty.']
  const count = readFileSync(join(root, file), 'utf8').split(find).length - 1
  return count === 1 ? [] : [`\`find\` of its break occurs ${count} times in ${file}, expected once: ${find}`]
}

const introduction = `# Rules and their tests

Every rule of the contract, with the test that fails if the rule is broken. \`npm run conformance\` generates this page from
\`test/conformance/rules/\`. It fails if a rule has no test. \`npm test\` fails too, and requires that each of these tests ran and passed.

\`npm run conformance -- --break --seed 1\` verifies the tests: it breaks thirty rules in a copy of the tree, by the change in \`src/\`
that belongs to each rule, and expects the test to fail.`

const ruleColumns = [
  ['', ({ id }) => formatCode(id)],
  ['rule', ({ rule }) => rule],
]

function describePage({ data: parts, entries: rules }) {
  const tested = rules.filter(({ test }) => test).length
  const breakable = rules.filter(rule => rule.break).length
  return {
    introduction,
    counts: `${tested} rules have a test, ${breakable} of them with a break. ${rules.length - tested} have no test yet.`,
    sections: [
      ...parts.map(({ part, rules }) => ({
        heading: part,
        columns: [...ruleColumns, ...createTestColumns()],
        entries: rules.filter(({ test }) => test),
      })),
      {
        heading: 'Not yet implemented',
        note: 'These rules have no test, because the feature does not exist yet.',
        columns: [...ruleColumns, ['feature', ({ later }) => pendingWork[later]]],
        entries: rules.filter(({ later }) => later),
      },
    ],
  }
}
