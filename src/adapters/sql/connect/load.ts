import { asError } from '../../../base/as-error.js'
import { AdapterError } from '../../../errors.js'

/** A driver that is an optional peer, and what it is needed for. */
interface Peer {
  readonly name: string
  /** What is imported, where that is not the package itself. */
  readonly entry?: string
  readonly keeps: string
}

/**
 * Drivers are optional peers that no bundler may see, for a reachable `import` of an absent package fails the build.
 * A bundler may also have moved this module away from `node_modules`, so the working directory is asked next.
 */
export function load<T>({ name, entry = name, keeps }: Peer): T {
  const require = [import.meta.url, `${process.cwd()}/`]
    .map(place => requireFrom(place, entry))
    .find(found => found !== null)
  if (!require)
    throw new AdapterError(`SqlAdapter keeps ${keeps} with the package ${name}: npm install ${name} kysely`)
  try {
    const loaded: T = require(entry)
    return loaded
  } catch (error) {
    const advice = 'Install it again, for this platform and with optional dependencies.'
    throw new AdapterError(`The package ${name} is there but does not load. ${advice}`, {
      err: asError(error),
    })
  }
}

/** A `require` that finds the package from this place. */
function requireFrom(place: string, entry: string): NodeJS.Require | null {
  try {
    const require = process.getBuiltinModule('node:module').createRequire(place)
    require.resolve(entry)
    return require
  } catch {
    return null
  }
}
