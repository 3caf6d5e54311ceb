import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findFaults, readReference } from '../configuration/read-reference.js'
import { createTypeReader, readOptions } from '../configuration/read-types.js'
import { renderPage } from '../configuration/render-page.js'
import { buildOperationsPage, pagePath } from '../configuration.js'
import { projectRoot } from '../shared/gate.js'
import { createFixture } from './fixture.js'

const reference = await readReference(projectRoot)

/** Returns the reference with another first option. */
function changeOption(change) {
  const [part, ...otherParts] = reference.parts
  const [object, ...others] = part.objects
  const options = object.options.map((option, index) => (index === 0 ? { ...option, ...change } : option))
  const parts = [{ ...part, objects: [{ ...object, options }, ...others] }, ...otherParts]
  return {
    ...reference,
    parts,
    options: parts.flatMap(each => each.objects.flatMap(({ options: own }) => own)),
  }
}

describe('the configuration reference', () => {
  test('is complete, and its page is current', () => {
    expect(reference.faults).toEqual([])
    expect(renderPage(reference)).toBe(readFileSync(join(projectRoot, pagePath), 'utf8'))
  })

  test.each([
    ['an option has no description', { text: '' }, /AuthConfig\.providers .* has no description/],
    ['an example does not show an option', { name: 'absent' }, /does not show `absent`/],
    [
      'an option names an unknown error',
      { errors: [{ name: 'Oops', condition: '' }] },
      /"Oops", which is not one of the errors/,
    ],
    [
      'an option names an unknown warning',
      { warnings: [{ name: 'oops', condition: '' }] },
      /"oops", which is not one/,
    ],
    ['a variable has no text', { env: ['AUTH_NEW'] }, /`variables` lacks AUTH_NEW/],
    ['two options have one anchor', { anchor: 'secret' }, /Two entries have the anchor secret/],
    ['an option was renamed', { anchor: 'renamed' }, /lists providers, which does not exist/],
    ['an option is new', { anchor: 'renamed' }, /lacks renamed: run npm run configuration/],
  ])('has a fault if %s', (_, change, fault) => {
    expect(findFaults(changeOption(change))).toContainEqual(expect.stringMatching(fault))
  })

  test('has a fault if a table has an unknown key, or lacks one', () => {
    const { AUTH_URL: _, ...variables } = reference.texts.variables
    const texts = { ...reference.texts, variables: { ...variables, TYPO: '' } }
    expect(findFaults({ ...reference, texts })).toEqual(
      expect.arrayContaining([
        'texts.js: `variables` lacks AUTH_URL.',
        'texts.js: `variables` has the unknown key TYPO.',
      ]),
    )
  })

  test('has a fault if an error class has no fix', () => {
    const [first, ...others] = reference.classes
    expect(findFaults({ ...reference, classes: [{ ...first, fix: '' }, ...others] })).toEqual([
      'AuthError has no @fix.',
    ])
  })

  test('names the version of an option that is newer than the first', () => {
    const [[first, anchors]] = Object.entries(reference.since)
    const since = { [first]: anchors.filter(anchor => anchor !== 'debug'), '9.9.9': ['debug'] }
    expect(renderPage({ ...reference, since })).toMatch(/\| <a id="debug"><\/a>.*Since 9\.9\.9\./)
  })
})

test('an option is read with its type, default, variables, errors and warnings', () => {
  const source = `/** Options. */
export interface Options {
  /**
   * The depth in fathoms,
   * at low tide.
   *
   * @default 12
   * @env HARBOR_DEPTH
   * @error TooShallow below 3
   * @warning tide
   */
  depth?: number | 'any' | undefined
  /** @deprecated Use \`depth\`. */
  draft(meters: number): void
}
`
  const root = createFixture({ 'src/types/harbor.ts': source })
  const file = 'src/types/harbor.ts'
  const [depth, draft] = readOptions(createTypeReader(root, [file]), { type: 'Options', file })
  expect(depth).toMatchObject({
    name: 'depth',
    type: "number | 'any'",
    isOptional: true,
    text: 'The depth in fathoms, at low tide.',
    default: '12',
    env: ['HARBOR_DEPTH'],
    errors: [{ name: 'TooShallow', condition: 'below 3' }],
    warnings: [{ name: 'tide', condition: '' }],
  })
  expect(draft).toMatchObject({
    type: '(meters: number) => void',
    isOptional: false,
    deprecated: 'Use `depth`.',
  })
})

test('the page of the calls of plugins has the request, input, data and failures of each operation', () => {
  const source = `
import { createChoice, createFailure, createFlag, createRequiredText, defineOperation } from '${projectRoot}/src/plugins.js'

const shared = { method: 'POST', path: 'berths', subject: 'session' } as const

export function harbor() {
  return {
    operations: {
      moor: defineOperation({
        ...shared,
        when: { change: 'moor' },
        description: 'Moors the boat.',
        input: { rope: createRequiredText({ alias: 'line' }), side: createChoice(['port', 'starboard'], 'port'), bow: createFlag() },
        run: async () => (Math.random() > 2 ? createFailure('full') : { berth: 3, names: ['a' as 'a' | 'b'] }),
      }),
      look: defineOperation({ method: 'GET', path: '', run: () => ({ isEmpty: true }) }),
    },
  }
}
`
  const root = createFixture({ 'src/harbor.ts': source })
  const plugin = {
    plugin: 'harbor',
    file: 'src/harbor.ts',
    id: 'harbor',
    title: 'Harbor',
    guide: 'harbor.md',
  }
  const { text, faults } = buildOperationsPage(root, [plugin])
  expect(faults).toEqual(['src/harbor.ts: the operation look has no description.'])
  const [, moor = '', look = ''] = text.split('### ')
  expect(moor).toContain(
    '`POST /auth/harbor/berths with change=moor`\n\nMoors the boat. For the signed-in user.',
  )
  expect(moor).toContain('| `rope` or `line` | `string` | yes |')
  expect(moor).toContain('| `side` | `"port" \\| "starboard"` | no |\n| `bow` | `boolean` | no |')
  expect(moor).toContain('**Returns** `berth: number`, `names: ("a" | "b")[]`.')
  expect(moor).toContain('**Failures**: `signed-out`, `full`.')
  expect(look).toContain(
    '`GET /auth/harbor`\n\nNo user is needed.\n\n**Returns** `isEmpty: boolean`.\n\n**Failures**: none.',
  )
})
