import { html } from './html.js'

/** A page with three lines, which reads well on light and dark pages. The sign-in pages load it from `/logo.svg`. */
export const logo = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
  <rect width="32" height="32" rx="8" fill="#1f6b4f"/>
  <path d="M9.5 10h13M9.5 16h13M9.5 22h7" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/>
</svg>`
