/**
 * Renders docs/project/mutation.md.
 *
 * @module
 */
import { escapeCell, renderRow, renderTable } from '../registries/page.js'

const introduction = `# Mutation tests

A test suite that runs every line can still miss that a line is wrong. \`npm run test:mutation\` therefore changes the parts whose
mistakes would be weaknesses in small ways: it negates a condition, empties a text or a body, swaps an operator. Each changed source is a
*mutant*. A mutant is *killed* if a test fails with it, or never ends. The rest survives: it shows a missing test, or does not change
behavior.

The mutants are those of StrykerJS, which itself requires a newer Node than this project supports. The messages of errors and logs are
not changed. The fast tests run once for each mutant that they execute, until one fails. Tests that need a database server, a browser or a
framework do not run, so the scores are lower bounds. The command needs about an hour and writes this page. It fails if a
survivor has no reason in \`test/mutation/survivors.json\`, or a reason no survivor.`

/** @param targets as `readTargets` returns them @param isKilled whether a mutant was killed, by path and name @param reasons of `survivors.json` */
export function renderMutationPage({ targets, isKilled, reasons }) {
  return `${[introduction, renderScores(targets, isKilled), renderSurvivors(reasons)].join('\n\n')}\n`
}

function renderScores(targets, isKilled) {
  const parts = [...new Set(targets.map(({ part }) => part))]
  const count = selected => {
    const mutants = selected.flatMap(({ path, mutants }) => mutants.map(({ name }) => isKilled(path, name)))
    const killed = mutants.filter(Boolean).length
    return [
      mutants.length,
      killed,
      mutants.length - killed,
      `${((100 * killed) / mutants.length).toFixed(1)} %`,
    ].map(String)
  }
  const rows = [
    ...parts.map(part => renderRow([part, ...count(targets.filter(target => target.part === part))])),
    renderRow(['**all**', ...count(targets)]),
  ]
  return ['## Scores', '', ...renderTable(['part', 'mutants', 'killed', 'survived', 'score'], rows)].join(
    '\n',
  )
}

function renderSurvivors(reasons) {
  const rows = reasons.flatMap(({ file, mutants, reason }) =>
    mutants.map(name => {
      const [place, ...change] = name.split(' | ')
      return renderRow([
        `\`${file}\``,
        place,
        `\`${escapeCell(change.join(' | ').replaceAll('`', '´'))}\``,
        escapeCell(reason),
      ])
    }),
  )
  const note = 'The change is the code before and after the arrow, or in a longer text what it replaces.'
  return ['## Survivors', '', note, '', ...renderTable(['file', 'function', 'change', 'reason'], rows)].join(
    '\n',
  )
}
