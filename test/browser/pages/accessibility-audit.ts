import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds, and what it cannot decide. It cannot see the ground of a letter inside a drawing. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations, incomplete } = await page.evaluate<AxeResults>('axe.run(document)')
  return [...violations, ...incomplete]
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    .filter(finding => !finding.startsWith('color-contrast: <text '))
}
