import { join } from 'node:path'
import { createElement } from 'react'
import { renderToString as renderReact } from 'react-dom/server'
import { renderToString as renderVue } from 'vue/server-renderer'
import { installDependencies } from '../../../../tools/setup.js'
import { projectRoot } from '../../../../tools/shared/gate.js'
import { selectCases } from '../../../support/fire.js'
import { svelte, svelteOnServer, vueConstants } from '../component-plugins.js'
import { bundleScript } from '../site.js'
import type { PageProps } from './props.js'
import { Page } from './react.js'
import { createPageApp } from './vue.js'

/** The page with the components in one framework. */
export interface ComponentPage {
  /** The bundled script. */
  readonly script: string
  /** Renders the page on the server. */
  render(props: PageProps): string | Promise<string>
}

type Mode = 'development' | 'production'

const folder = 'test/browser/clients/components'

/** Builds the page of each framework. */
export const componentPages: Readonly<Record<string, (mode: Mode) => Promise<ComponentPage>>> = {
  React: mode => buildReactPage(mode, {}),
  // The older version differs in little.
  ...Object.fromEntries(selectCases([['React 18', buildReact18Page]] as const, [])),
  Vue: async mode => ({
    script: await bundleScript(`${folder}/vue-entry.ts`, {
      define: { ...vueConstants, ...defineMode(mode) },
    }),
    render: props => renderVue(createPageApp(props)),
  }),
  Svelte: async mode => ({
    script: await bundleScript(`${folder}/svelte-entry.js`, { plugins: [svelte], define: defineMode(mode) }),
    render: await buildSvelteRenderer(),
  }),
}

async function buildReactPage(mode: Mode, alias: Record<string, string>): Promise<ComponentPage> {
  return {
    script: await bundleScript(`${folder}/react-entry.tsx`, {
      jsx: 'automatic',
      define: defineMode(mode),
      alias,
    }),
    render: props => renderReact(createElement(Page, props)),
  }
}

async function buildReact18Page(mode: Mode): Promise<ComponentPage> {
  const installed = join(projectRoot, 'test/browser/react/18')
  await installDependencies(installed)
  const findPackage = (name: string) => join(installed, 'node_modules', name)
  return buildReactPage(mode, { react: findPackage('react'), 'react-dom': findPackage('react-dom') })
}

function defineMode(mode: Mode): Record<string, string> {
  return { 'process.env.NODE_ENV': JSON.stringify(mode) }
}

async function buildSvelteRenderer(): Promise<ComponentPage['render']> {
  const script = await bundleScript(`${folder}/svelte-server.js`, {
    plugins: [svelteOnServer],
    format: 'esm',
    platform: 'node',
    conditions: ['latchkey-source', 'node', 'import'],
  })
  const { renderPage } = await import(`data:text/javascript;base64,${Buffer.from(script).toString('base64')}`)
  return renderPage
}
