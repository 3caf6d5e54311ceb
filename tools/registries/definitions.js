/**
 * All registries.
 *
 * @module
 */
import { adapters } from './definitions/adapters.js'
import { advisories } from './definitions/advisories.js'
import { conformance } from './definitions/conformance.js'
import { findings } from './definitions/findings.js'
import { relyingParty } from './definitions/relying-party.js'
import { standards } from './definitions/standards.js'

/** The registries, as `registry.js` describes their definitions. */
export const registries = [conformance, advisories, findings, standards, relyingParty, adapters]
