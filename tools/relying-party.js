/**
 * Writes docs/relying-party.md, which lists what a provider may do wrong and how Latchkey responds. `npm run check` verifies that it is
 * current.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTitles, pagePath, readBehaviors, renderPage } from './relying-party/page.js'
import { projectRoot } from './shared/gate.js'

const data = readBehaviors(projectRoot)
writeFileSync(join(projectRoot, pagePath), renderPage(data, findTitles(projectRoot)))
console.log(`${pagePath}: ${data.behaviors.length} behaviors.`)
