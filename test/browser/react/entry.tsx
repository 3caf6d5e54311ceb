import { StrictMode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { Page, type PageOptions } from './page.js'

const place = document.getElementById('root')
const options = JSON.parse(document.getElementById('options')?.textContent ?? '{}') as PageOptions
const draw = (changed: PageOptions = {}) => (
  <StrictMode>
    <Page {...options} {...changed} />
  </StrictMode>
)

function begin(place: HTMLElement): Root {
  if (place.hasChildNodes())
    return hydrateRoot(place, draw(), { onRecoverableError: error => console.error(error) })
  const root = createRoot(place)
  root.render(draw())
  return root
}

if (place) {
  const root = begin(place)
  // As a framework does it when the server has rendered the page anew.
  Object.assign(window, { draw: (changed: PageOptions) => root.render(draw(changed)) })
}
