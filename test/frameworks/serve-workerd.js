/**
 * `node serve-workerd.js`: serves the Worker that the example in the current folder has built, in workerd, with the options of its
 * `wrangler.jsonc` and the variables of this process. `wrangler dev` is not used: with a `build.command`, it builds a second time after
 * the start and restarts the Worker, which ends requests with 503. It also exits when its proxy loses a connection to the Worker.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'

const folder = process.cwd()
const requireInExample = createRequire(join(folder, 'package.json'))
const { unstable_getMiniflareWorkerOptions } = requireInExample('wrangler')
// A dependency of Wrangler.
const { Miniflare } = createRequire(requireInExample.resolve('wrangler'))('miniflare')

const { PORT, DATABASE_URL = '' } = process.env
const { workerOptions } = unstable_getMiniflareWorkerOptions(join(folder, 'wrangler.jsonc'))

// workerd has no option that loads a module before the app, as other runtimes do.
const clock = process.env['CLOCK_AHEAD'] ? `import './clock-ahead.cjs'` : ''
const entry = `${clock}\nexport { default } from './index.js'`
const readText = path => readFileSync(path, 'utf8')

const workerd = new Miniflare({
  ...workerOptions,
  modules: [
    { type: 'ESModule', path: 'entry.js', contents: entry },
    {
      type: 'ESModule',
      path: 'clock-ahead.cjs',
      contents: readText(new URL('clock-ahead.cjs', import.meta.url)),
    },
    { type: 'ESModule', path: 'index.js', contents: readText(join(folder, 'dist/index.js')) },
  ],
  bindings: { ...workerOptions.bindings, ...process.env },
  host: 'localhost',
  port: Number(PORT),
  d1Persist: DATABASE_URL.replace(/^file:/, ''),
  cf: false,
  telemetry: { enabled: false },
})
await workerd.ready
