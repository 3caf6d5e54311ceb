import { StrictMode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import type { PageOptions } from '../clients/site.js'
import { Page } from './page.js'

const container = document.getElementById('root')
const options = JSON.parse(document.getElementById('options')?.textContent ?? '{}') as PageOptions
const renderPage = (changed: PageOptions = {}) => (
  <StrictMode>
    <Page {...options} {...changed} />
  </StrictMode>
)

function mount(container: HTMLElement): Root {
  if (container.hasChildNodes())
    return hydrateRoot(container, renderPage(), { onRecoverableError: error => console.error(error) })
  const root = createRoot(container)
  root.render(renderPage())
  return root
}

if (container) {
  const root = mount(container)
  // Frameworks render again with new props when the server has rendered the page.
  Object.assign(window, { renderPage: (changed: PageOptions) => root.render(renderPage(changed)) })
}
