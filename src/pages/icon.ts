import { asTrustedHtml, type Html } from './html.js'

const iconPaths = {
  alert: '<circle cx="12" cy="12" r="9"/><path d="M12 7.75v5"/><path d="M12 16.25h.01"/>',
  info: '<circle cx="12" cy="12" r="9"/><path d="M12 11.25v5"/><path d="M12 7.75h.01"/>',
  lock: '<rect x="5" y="10.75" width="14" height="9.25" rx="2.25"/><path d="M8.25 10.75V7.75a3.75 3.75 0 0 1 7.5 0v3"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5.25l3.25 2"/>',
  key: '<circle cx="8" cy="15.5" r="4.25"/><path d="m11 12.5 8.25-8.25"/><path d="m15.5 8 2.75 2.75"/>',
  envelope: '<rect x="3" y="5.25" width="18" height="13.5" rx="2.5"/><path d="m3.75 7.5 8.25 6 8.25-6"/>',
} as const

/** The name of an icon. */
export type IconName = keyof typeof iconPaths

/** Renders a line icon in the text color. It is decorative, so it is hidden from screen readers. */
export function renderIcon(name: IconName): Html {
  return asTrustedHtml(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${iconPaths[name]}</svg>`,
  )
}
