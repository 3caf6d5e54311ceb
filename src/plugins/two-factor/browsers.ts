/**
 * Neither kind of browsers is an authentication: the session has no method for it, and step-up ignores it. NIST SP 800-63B section 5.1.
 *
 * @module
 */
import { defineBrowserMark, defineRememberedBrowsers } from '../../plugins.js'

/** The kind of the records of remembered browsers. They are deleted when all sessions of a user end. */
export const deviceKind = 'two-factor-device'
/** The browsers in which a user skips the second factor. */
export const devices = defineRememberedBrowsers('device', deviceKind)
/** The browsers in which a user passed the second factor: wrong codes of others do not turn the app off in them. Half a year. */
export const knownBrowsers = defineBrowserMark('known', 15_552_000)
