import { join } from 'node:path'
import { createElement, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { installDependencies } from '../../../tools/setup.js'
import { projectRoot } from '../../../tools/shared/gate.js'
import { bundleScript, type ClientPage } from '../clients/site.js'
import { Page } from './page.js'

/** Builds the page with this major version of React. */
export async function buildReactPage(major: 18 | 19): Promise<ClientPage> {
  const folder = join(projectRoot, 'test/browser/react/18')
  if (major === 18) await installDependencies(folder)
  const own = (name: string) => join(folder, 'node_modules', name)
  const script = await bundleScript('test/browser/react/entry.tsx', {
    jsx: 'automatic',
    alias: major === 18 ? { react: own('react'), 'react-dom': own('react-dom') } : {},
  })
  return {
    script,
    render: options => renderToString(createElement(StrictMode, null, createElement(Page, options))),
  }
}
