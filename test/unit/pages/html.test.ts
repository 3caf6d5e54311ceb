import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asTrustedHtml, html, renderAttributes } from '../../../src/pages/html.js'

const folder = new URL('../../../src/pages/', import.meta.url)

describe('html', () => {
  test('a value is escaped', () => {
    expect(String(html`<p>${'<script>alert("1" & \'2\')</script>'}</p>`)).toBe(
      '<p>&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;</p>',
    )
  })

  test('a value cannot end its attribute', () => {
    expect(String(html`<a title="${'" onclick="x'}">`)).toBe('<a title="&quot; onclick=&quot;x">')
  })

  test('no string becomes markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(String(html`${text}`)).not.toMatch(/[<>"']/)
      }),
    )
  })

  test('nested markup is not escaped twice', () => {
    expect(String(html`<b>${html`<i>${'&'}</i>`}</b>`)).toBe('<b><i>&amp;</i></b>')
  })

  test('arrays are joined, and null, undefined and false render nothing', () => {
    expect(String(html`${['<', html`<br>`]}${null}${undefined}${false}${0}`)).toBe('&lt;<br>0')
  })

  test('an object with a `toString` method is escaped', () => {
    const forged = { toString: () => '<b>' } as unknown as string
    expect(String(html`${[forged]}`)).not.toContain('<b>')
  })

  test('trusted HTML is not escaped', () => {
    expect(String(html`${asTrustedHtml('<br>')}`)).toBe('<br>')
  })

  test('every attribute in the templates is quoted, because escaping does not protect unquoted ones', () => {
    for (const file of readdirSync(folder).filter(name => name.endsWith('.ts'))) {
      expect(readFileSync(new URL(file, folder), 'utf8'), file).not.toMatch(/<[a-z][^>`]*=\$\{/)
    }
  })
})

describe('attributes', () => {
  test('true renders the name only, and false, null and undefined render nothing', () => {
    expect(
      String(renderAttributes({ required: true, disabled: false, value: null, min: undefined, max: 3 })),
    ).toBe(' required max="3"')
  })

  test.each(['onclick', 'ONFOCUS', 'style', 'srcdoc', 'a b', 'x"', '', '1a'])(
    'an attribute named %j is omitted',
    name => {
      expect(String(renderAttributes({ [name]: 'x' }))).toBe('')
    },
  )
})
