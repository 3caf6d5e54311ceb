/**
 * Holds Latchkey's integrations for Hono, Astro and Nuxt, and the existing packages for them, to the contract of integrations, in one run.
 * `--write` writes results.md.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeIntegration } from '../../dist/testing/index.js'

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

/** Integrations log expected errors. */
for (const level of ['error', 'warn', 'info']) console[level] = () => {}

/** Runs the contract, and returns what failed by title: null for a check that passed. */
async function runContract(integration) {
  const checks = []
  describeIntegration(
    { describe: (_, body) => body(), it: (title, run) => checks.push({ title, run }) },
    integration,
  )
  const results = new Map()
  for (const { title, run } of checks)
    results.set(
      title,
      await run().then(
        () => null,
        error => String(error.message),
      ),
    )
  return results
}

const sections = []
for (const framework of ['Hono', 'Astro', 'Nuxt']) {
  const { integrations } = await import(`./${framework.toLowerCase()}.js`)
  const columns = []
  for (const integration of integrations)
    columns.push({ name: integration.name, results: await runContract(integration) })
  const section = `## ${framework}\n\n${renderTable(columns)}`
  console.log(`${section}\n`)
  sections.push(section)
}

if (values.write) {
  const note =
    'Made by `npm --prefix bench/contract start -- --write`. A check that an API does not allow counts as failed.'
  const page = ['# The contract of integrations, side by side', note, ...sections].join('\n\n')
  writeFileSync(new URL('results.md', import.meta.url), `${page}\n`)
}

function renderTable(all) {
  const [first] = all
  const rows = [...first.results.keys()].map(title => {
    const cells = all.map(({ results }) => describeResult(results.get(title)))
    return `| ${[title, ...cells].join(' | ')} |`
  })
  const sums = all.map(({ results }) => [...results.values()].filter(failure => failure === null).length)
  const head = `| check | ${all.map(({ name }) => `\`${name}\``).join(' | ')} |`
  return [head, `|---|${'---|'.repeat(all.length)}`, ...rows, `| passed | ${sums.join(' | ')} |`].join('\n')
}

function describeResult(failure) {
  return failure === null ? 'passed' : failure.replace(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 120)
}
