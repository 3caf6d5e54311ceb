import type { PageProps } from './props.js'

/** Reads the props that the server has serialized into the page. */
export function readProps(): PageProps {
  return JSON.parse(document.getElementById('props')?.textContent ?? '')
}
