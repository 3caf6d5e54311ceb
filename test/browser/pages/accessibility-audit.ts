import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * Returns the violations that axe finds and the checks that it cannot complete. Contrast of text inside an SVG is ignored,
 * because axe cannot determine its background.
 */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations, incomplete } = await page.evaluate<AxeResults>('axe.run(document)')
  return [...violations, ...incomplete]
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    .filter(finding => !finding.startsWith('color-contrast: <text '))
}
