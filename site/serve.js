/**
 * Serves the documentation site and reloads pages that change (`npm run docs`). Installs VitePress if it is missing.
 *
 * @module
 */
import { watch } from 'node:fs'
import { join } from 'node:path'
import { installDependencies } from '../tools/setup.js'
import { projectRoot } from '../tools/shared/gate.js'
import { folders } from './lib/settings.js'
import { clearPages, stagePages } from './lib/stage-pages.js'

await installDependencies(folders.site)
clearPages()
stagePages()
watchPages()
const { createServer } = await import('vitepress')
const server = await createServer(folders.site, { port: Number(process.env.PORT ?? 5173) })
await server.listen()
server.printUrls()

/** An editor writes a file in several steps, so changes are collected for a moment. */
function watchPages() {
  let timer
  watch(join(projectRoot, 'docs'), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(stagePages, 200)
  })
}
