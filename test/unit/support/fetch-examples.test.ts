import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const examples = new URL('../../../examples/', import.meta.url)

const sharedFiles = [
  'public/client.js',
  'public/session.js',
  'public/style.css',
  ...['app', 'auth', 'html', 'pages', 'test-settings', 'users'].map(name => `src/${name}.ts`),
]

test.each(sharedFiles)('the examples of latchkey/fetch have the same %s', file => {
  const read = (folder: string) => readFileSync(new URL(`${folder}/${file}`, examples), 'utf8')
  expect(read('deno')).toBe(read('bun'))
  expect(read('cloudflare-workers')).toBe(read('bun'))
})
