import type { Browser, Page } from 'playwright-core'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startChromium } from '../../../support/chromium.js'
import { createTempFolder } from '../../../support/temp-folder.js'
import { ComponentSite } from './component-site.js'
import type { PageProps } from './props.js'

const folder = 'test/browser/clients/components'

let browser: Browser
let site: ComponentSite
let output: Awaited<ReturnType<typeof createTempFolder>>

beforeAll(async () => {
  browser = await startChromium()
  output = await createTempFolder('vite')
  site = await ComponentSite.start(browser)
  // Vitest sets it to `test`.
  vi.stubEnv('NODE_ENV', 'production')
  const { renderPage } = await import(await buildServer(output.path))
  site.page = { script: await buildScript(), render: renderPage }
  vi.unstubAllEnvs()
})

afterAll(async () => {
  await site?.stop()
  await browser?.close()
  await output?.remove()
})

const shared: InlineConfig = {
  configFile: false,
  logLevel: 'warn',
  mode: 'production',
  oxc: { jsx: { runtime: 'automatic' } },
}

/** Builds the script of the browser. The components are those of `dist`, as an app has them. */
async function buildScript(): Promise<string> {
  const built = (await build({
    ...shared,
    build: {
      write: false,
      rolldownOptions: {
        input: `${folder}/react-entry.tsx`,
        output: { codeSplitting: false, format: 'iife' },
      },
    },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}

/** Builds the module with which the server renders. @returns its path */
async function buildServer(outDir: string): Promise<string> {
  await build({
    ...shared,
    ssr: { noExternal: true },
    build: {
      ssr: `${folder}/react-server.tsx`,
      outDir,
      rolldownOptions: { output: { entryFileNames: 'server.mjs' } },
    },
  })
  return `${outDir}/server.mjs`
}

test.each([
  ['a signed-in user', 'Members only', 'Visitors only'],
  ['a visitor', 'Visitors only', 'Members only'],
])('a production build of Vite hydrates the page of %s without a warning', async (_, shown, hidden) => {
  const page = shown === 'Members only' ? await site.openSignedIn() : await site.open()
  await page.waitForSelector('#signed-in, #signed-out')
  site.requests.length = 0
  const { html, messages } = await hydrate(page)
  expect(html).toContain(shown)
  expect(html).not.toContain(hidden)
  expect(site.requests).not.toContain('GET session')
  expect(messages).toEqual([])
})

test('a page that is not what the script renders is noticed', async () => {
  const built = site.page
  if (!built) throw new Error('The page was not built.')
  const render = async (props: PageProps) =>
    (await built.render(props)).replace('Visitors only', 'Somewhat else')
  site.page = { ...built, render }
  const { messages } = await hydrate(await site.open())
  site.page = built
  expect(messages).not.toEqual([])
})

/** Opens the page that the server renders. Returns it, and what the console has after it was hydrated. */
async function hydrate(page: Page): Promise<{ html: string; messages: readonly string[] }> {
  const messages: string[] = []
  page.on('console', message => void messages.push(message.text()))
  page.on('pageerror', error => void messages.push(String(error)))
  const response = await page.goto('/?view=sign-in&rendered')
  await page.waitForSelector('html[data-mounted]')
  await page.getByRole('button', { name: 'Continue with Harbor' }).waitFor()
  return { html: (await response?.text()) ?? '', messages }
}
