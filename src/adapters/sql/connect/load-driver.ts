import { toError } from '../../../base/to-error.js'
import { AdapterError } from '../../../errors.js'

/** A driver that is an optional peer, and what it is needed for. */
interface DriverPackage {
  readonly name: string
  /** What is imported, where that is not the package itself. */
  readonly entry?: string
  readonly purpose: string
}

/**
 * Drivers are optional peers that no bundler may see, for a reachable `import` of an absent package fails the build.
 * A bundler may also have moved this module away from `node_modules`, so the working directory is asked next.
 */
export function loadDriver<T>({ name, entry = name, purpose }: DriverPackage): T {
  const require = [import.meta.url, `${process.cwd()}/`]
    .map(location => createRequireFrom(location, entry))
    .find(candidate => candidate !== null)
  if (!require)
    throw new AdapterError(`SqlAdapter keeps ${purpose} with the package ${name}: npm install ${name} kysely`)
  try {
    const loaded: T = require(entry)
    return loaded
  } catch (error) {
    const hint = 'Install it again, for this platform and with optional dependencies.'
    throw new AdapterError(`The package ${name} is there but does not load. ${hint}`, {
      err: toError(error),
    })
  }
}

/** A `require` that finds the package from this place. */
function createRequireFrom(location: string, entry: string): NodeJS.Require | null {
  try {
    const require = process.getBuiltinModule('node:module').createRequire(location)
    require.resolve(entry)
    return require
  } catch {
    return null
  }
}
