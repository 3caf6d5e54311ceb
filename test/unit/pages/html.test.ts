import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asTrustedHtml, html, renderAttributes } from '../../../src/pages/html.js'

const folder = new URL('../../../src/pages/', import.meta.url)

describe('html', () => {
  test('a value is text, whatever it looks like', () => {
    expect(String(html`<p>${'<script>alert("1" & \'2\')</script>'}</p>`)).toBe(
      '<p>&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;</p>',
    )
  })

  test('a value cannot leave its attribute', () => {
    expect(String(html`<a title="${'" onclick="x'}">`)).toBe('<a title="&quot; onclick=&quot;x">')
  })

  test('no text becomes markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(String(html`${text}`)).not.toMatch(/[<>"']/)
      }),
    )
  })

  test('what is escaped once is not escaped twice', () => {
    expect(String(html`<b>${html`<i>${'&'}</i>`}</b>`)).toBe('<b><i>&amp;</i></b>')
  })

  test('lists are joined, and conditions that fail leave nothing', () => {
    expect(String(html`${['<', html`<br>`]}${null}${undefined}${false}${0}`)).toBe('&lt;<br>0')
  })

  test('an object that only looks like markup is escaped', () => {
    const forged = { toString: () => '<b>' } as unknown as string
    expect(String(html`${[forged]}`)).not.toContain('<b>')
  })

  test('text is taken for markup only where that is said', () => {
    expect(String(html`${asTrustedHtml('<br>')}`)).toBe('<br>')
  })

  test('every attribute in our templates is quoted, for escaping cannot guard one that is not', () => {
    for (const file of readdirSync(folder).filter(name => name.endsWith('.ts'))) {
      expect(readFileSync(new URL(file, folder), 'utf8'), file).not.toMatch(/<[a-z][^>`]*=\$\{/)
    }
  })
})

describe('attributes', () => {
  test('true is the bare name; false, null and undefined are nothing', () => {
    expect(
      String(renderAttributes({ required: true, disabled: false, value: null, min: undefined, max: 3 })),
    ).toBe(' required max="3"')
  })

  test.each(['onclick', 'ONFOCUS', 'style', 'srcdoc', 'a b', 'x"', '', '1a'])(
    '%j is no name of ours',
    name => {
      expect(String(renderAttributes({ [name]: 'x' }))).toBe('')
    },
  )
})
