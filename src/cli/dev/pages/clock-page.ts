import { html } from '../../../pages/html.js'
import type { DevClock } from '../clock.js'
import { renderPage } from './layout.js'

/** How far the buttons move the clock, in seconds. */
const steps: ReadonlyMap<number, string> = new Map([
  [60, '+1 minute'],
  [3600, '+1 hour'],
  [86_400, '+1 day'],
  [30 * 86_400, '+30 days'],
])

/** What the page shows. */
export interface ClockPageProps {
  readonly clock: DevClock
  /** Whether the server started the app, which then follows the clock. */
  readonly startsApp: boolean
}

/** Renders the clock and the buttons that move it. */
export function renderClockPage({ clock, startsApp }: ClockPageProps): Response {
  const now = new Date(clock.now()).toISOString()
  return renderPage({
    title: 'Clock',
    path: '/clock',
    content: html`
<h1>Clock</h1>
<section class="card">
<p class="time"><time datetime="${now}">${now.slice(0, 10)} ${now.slice(11, 19)} UTC</time></p>
<p>${clock.offset === 0 ? 'This is the real time.' : `The clock is ${formatOffset(clock.offset)} ahead.`}</p>
<form method="post" class="actions">
${[...steps].map(([seconds, label]) => html`<button name="add" value="${seconds}">${label}</button>`)}
<button name="offset" value="0" class="primary">Reset</button>
</form>
</section>
${
  startsApp
    ? html`<p>The provider, the mailbox and every Node process of your app follow the clock. Browsers and databases have the real time.</p>`
    : html`<p>Only the provider and the mailbox follow the clock. To move the clock of your app too, let this server start it:
<code class="command">npx latchkey dev -- npm run dev</code></p>`
}`,
  })
}

/** Formats seconds, such as "1 day, 2 hours". */
function formatOffset(seconds: number): string {
  const units: readonly [number, string][] = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor(seconds / 3600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ]
  return units
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(', ')
}
