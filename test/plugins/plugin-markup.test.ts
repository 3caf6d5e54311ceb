import { MemoryAdapter } from 'latchkey/adapters/memory'
import { html, type Plugin } from 'latchkey/plugins'
import { createAuth } from 'latchkey/server'
import { expect, test } from 'vitest'
import { createTestApp, runRoundTrip } from '../support/app.js'
import { toHead } from './two-factor/two-factor-app.js'

const input = '<img src=x onerror=alert(1)>'
const escaped = '&lt;img src=x onerror=alert(1)&gt;'

/** Markup of another copy of the package. */
const foreign = { toString: () => '<b>bold</b>' }

const plugin: Plugin = {
  id: 'notes',
  actions: {
    text: { GET: () => ({ page: () => ({ title: 'Text', card: input }) }) },
    markup: { GET: () => ({ page: () => ({ title: 'Markup', card: html`<b>${input}</b>` }) }) },
    foreign: { GET: () => ({ page: () => ({ title: 'Foreign', card: foreign }) }) },
  },
  accountSections: [
    { id: 'text', title: () => 'Text', render: () => input },
    { id: 'markup', title: () => 'Markup', render: () => html`<b>${input}</b>` },
  ],
}

test('plain text of a plugin is escaped, on pages and in sections of the account page', async () => {
  const app = createTestApp({ adapter: MemoryAdapter(), plugins: [plugin] })
  const visit = app.open()
  const read = async (path: string) => (await visit.get(`/auth/notes/${path}`)).text()
  expect(await read('text')).toContain(`\n${escaped}\n`)
  expect(await read('markup')).toContain(`<b>${escaped}</b>`)
  expect(await read('foreign')).toContain('<b>bold</b>')
  await runRoundTrip(visit, app.op)
  const { data } = await createAuth(app.config).users.renderAccountSections(toHead(visit))
  expect(data.map(section => section.html)).toEqual([escaped, `<b>${escaped}</b>`])
})
