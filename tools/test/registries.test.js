import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkRegistries } from '../check-registries.js'
import { adapters } from '../registries/definitions/adapters.js'
import { registries } from '../registries/definitions.js'
import { findTests } from '../registries/test-titles.js'
import { checkRegistry, checkRun, updatePage } from '../registries/verify.js'
import { projectRoot } from '../shared/gate.js'
import { createFixture } from './fixture.js'
import { createSampleFixture, createWrittenSample, listSampleFiles, samples } from './registry-samples.js'

test('every registry has a sample here, an npm script and a page', () => {
  const sampled = samples.map(({ registry }) => registry)
  expect(registries.filter(registry => !registry.measure).toSorted(compareNames)).toEqual(
    sampled.toSorted(compareNames),
  )
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  for (const { name, page } of registries) {
    expect(scripts[name]).toMatch(/^node tools\/(registries\.js .+|conformance\.js)$/)
    expect(readFileSync(join(projectRoot, page), 'utf8')).toContain(`npm run ${name}`)
  }
})

function compareNames(one, other) {
  return one.name < other.name ? -1 : 1
}

/** Returns entries of a sample with one fault each, and what the gate reports: `[what, entries, fault]`. */
function plantFaults({ registry: { noun, fields, outcomes }, entries }) {
  const [first] = entries
  const change = (entry, changes) => entries.with(entries.indexOf(entry), { ...entry, ...changes })
  const holdersByField = Object.entries(fields).flatMap(([key, field]) => {
    const holder = entries.find(entry => entry[key])
    return holder ? [{ key, field, holder }] : []
  })
  const [one, other] = outcomes
  const tried = first[one] ? first : entries.find(entry => entry[one])
  const needsOutcome = 'it needs one of '
  return [
    ['the id of another', [...entries, first], `Two ${noun} have the id ${first.id}.`],
    ['an unknown key', change(first, { note: 'x' }), `${first.id}: unknown key \`note\`.`],
    ['no outcome', change(tried, { [one]: undefined }), needsOutcome],
    ['two outcomes', change(tried, { [other]: tried[one] }), needsOutcome],
    ...holdersByField
      .filter(({ key, field }) => field.required && key !== 'id')
      .map(({ key, holder }) => [`an empty ${key}`, change(holder, { [key]: '' }), `\`${key}\` is empty.`]),
    ...holdersByField
      .filter(({ field }) => field.pattern || field.choices)
      .map(({ key, holder, field }) => [
        `an invalid ${key}`,
        change(holder, { [key]: 'fixed ?' }),
        field.choices ? `\`${key}\` is "fixed ?", expected` : `\`${key}\` is "fixed ?", which`,
      ]),
  ]
}

describe.each(samples.map(sample => [sample.registry.name, sample]))('%s', (name, sample) => {
  const { registry, entries, tests } = sample
  const outdated = `${registry.page} is outdated: run npm run ${name}.`
  const named = entries.filter(entry => entry.test)
  const readPage = root => readFileSync(join(root, registry.page), 'utf8')

  test('has a page that is current after it was written', async () => {
    const { root, faults } = await createWrittenSample(sample)
    expect(faults).toEqual([])
    expect(checkRegistry(root, registry)).toEqual([])
    expect(await updatePage(root, registry, { tests, isCheck: true })).toEqual([])
    for (const { id } of entries) expect(readPage(root)).toContain(id)
  })

  test.each(plantFaults(sample))('is refused with %s', async (_, planted, fault) => {
    const { root, faults } = await createWrittenSample(sample, { entries: planted })
    expect(faults).toContainEqual(expect.stringContaining(fault))
    expect(checkRegistry(root, registry)).toContainEqual(expect.stringContaining(fault))
  })

  test('is refused without a page, and with a page of other entries, texts or titles', async () => {
    const { root } = await createWrittenSample(sample)
    const page = readPage(root)
    const check = changes => checkRegistry(createSampleFixture(sample, changes), registry)
    expect(check({ files: { [registry.page]: page } })).toEqual([])
    expect(check({})).toEqual([outdated])
    expect(check({ files: { [registry.page]: page.replace('|', '| |') } })).toEqual([outdated])
    if (!registry.findRunFaults) {
      const others = entries.slice(0, -1)
      expect(check({ files: { [registry.page]: page }, entries: others })).toEqual([outdated])
    }
    for (const entry of named.filter(({ authJs }) => !authJs)) {
      const renamed = entries.with(entries.indexOf(entry), { ...entry, test: `${entry.test} twice` })
      expect(check({ files: { [registry.page]: page }, entries: renamed })).toEqual([outdated])
    }
  })

  test('is refused with a page that names a deleted file', async () => {
    const { root } = await createWrittenSample(sample)
    const files = Object.fromEntries(tests.map(each => [each.file, null]))
    const withPage = createSampleFixture(sample, { files: { ...files, [registry.page]: readPage(root) } })
    expect(checkRegistry(withPage, registry)).not.toEqual([])
  })

  test('requires after a run that each test exists and ran where tests count', async () => {
    const { root } = await createWrittenSample(sample)
    const check = run => checkRun(root, registry, run)
    const repeated = tests.map(each => ({ ...each, project: 'web-crypto', state: 'skipped' }))
    expect(check(tests)).toEqual([])
    expect(check([...tests, ...repeated])).toEqual([])
    for (const [index, each] of tests.entries()) {
      expect(check(tests.with(index, { ...each, state: 'skipped' }))).toEqual([
        expect.stringMatching(/test was skipped: /),
      ])
      const isRepeated = tests.some(
        other => other !== each && /\(\d\)$/.test(each.name) && /\(\d\)$/.test(other.name),
      )
      if (isRepeated) continue
      const missing = [expect.stringContaining('no test has the title')]
      expect(check(tests.toSpliced(index, 1))).toEqual(missing)
      expect(check(tests.with(index, { ...each, project: 'browser' }))).toEqual(missing)
    }
  })
})

describe('the gate', () => {
  test('reports the faults of each registry', async () => {
    const files = await createAllFiles()
    expect(checkRegistries(createFixture(files))).toEqual([])
    for (const { name, page } of registries.filter(({ measure }) => !measure))
      expect(checkRegistries(createFixture({ ...files, [page]: null }))).toEqual([
        `${page} is outdated: run npm run ${name}.`,
      ])
    const unknown = { reasons: {}, security: ['slow'], faults: {} }
    expect(checkRegistries(createFixture({ ...files, [adapters.data]: JSON.stringify(unknown) }))).toEqual([
      `${adapters.data}: the reason "slow" is not in \`reasons\`.`,
    ])
  })
})

/** Returns the files of one project with all samples and their pages. */
async function createAllFiles() {
  const pages = samples.map(async sample => {
    const { root } = await createWrittenSample(sample)
    return [sample.registry.page, readFileSync(join(root, sample.registry.page), 'utf8')]
  })
  return {
    ...Object.assign({}, ...samples.map(listSampleFiles)),
    ...Object.fromEntries(await Promise.all(pages)),
    [adapters.data]: JSON.stringify({ reasons: {}, security: [], faults: {} }),
  }
}

describe('a title', () => {
  const tests = [
    { name: 'a session > of a token > ends', file: 'a.test.ts' },
    { name: 'a session > of a record > ends', file: 'b.test.ts' },
    { name: 'a form > is sent', file: 'c.test.ts' },
  ]
  const find = title => findTests([{ id: 'x', test: title }], tests)

  test('may be the last parts of a full title', () => {
    expect(find('of a token > ends').testsById.get('x')?.file).toBe('a.test.ts')
    expect(find('a form > is sent').testsById.get('x')?.file).toBe('c.test.ts')
  })

  test('that matches several tests is a fault', () => {
    const { testsById, faults } = find('ends')
    expect(testsById.size).toBe(0)
    expect(faults[0]).toMatch(/^x: 2 tests have the title "ends"[\s\S]*a\.test\.ts[\s\S]*b\.test\.ts/)
  })

  test('that matches no test is reported with the most similar ones, in order', () => {
    const { faults } = find('a session > of a stored record > ends')
    expect(faults[0]).toMatch(/^x: no test has the title "a session > of a stored record > ends"/)
    expect(faults[0]).toMatch(/Most similar:\n {4}a session > of a record > ends \(b\.test\.ts\)\n/)
  })

  test('does not match the middle of a full title, or a part of its last part', () => {
    for (const title of ['of a token', 'sent', 's > is sent']) expect(find(title).faults).toHaveLength(1)
  })
})
