import { toError } from '../../../base/to-error.js'
import { AdapterError } from '../../../errors.js'

/** A driver that is an optional peer dependency. */
interface DriverPackage {
  readonly name: string
  /** The module to import, if it is not the package itself. */
  readonly entry?: string
  /** The database that requires the driver, for the error message. */
  readonly purpose: string
  /** The oldest major version that works. The package of the app may be older, because the peer range allows any version. */
  readonly minMajor?: number
}

/**
 * Loads a driver. Drivers are optional peer dependencies that bundlers must not see: a reachable `import` of a missing
 * package fails the build. A bundler may also have moved this module away from `node_modules`, so the working directory
 * is searched next.
 */
export function loadDriver<T>({ name, entry = name, purpose, minMajor = 0 }: DriverPackage): T {
  const require = [import.meta.url, `${process.cwd()}/`]
    .map(location => createRequireFrom(location, entry))
    .find(candidate => candidate !== null)
  if (!require)
    throw new AdapterError(
      `SqlAdapter requires the package "${name}" for ${purpose}. Install it: npm install ${name} kysely`,
    )
  const version = readVersion(require, name)
  if (version !== null && Number.parseInt(version, 10) < minMajor)
    throw new AdapterError(
      `SqlAdapter requires "${name}" ${minMajor} or newer for ${purpose}, and ${version} is installed. Update it: npm install ${name}@latest`,
    )
  try {
    const loaded: T = require(entry)
    return loaded
  } catch (error) {
    const hint = 'Reinstall it for this platform, with optional dependencies.'
    throw new AdapterError(`The package "${name}" is installed but cannot be loaded. ${hint}`, {
      err: toError(error),
    })
  }
}

/** Returns the installed version, or `null` if the package does not export its manifest. */
function readVersion(require: NodeJS.Require, name: string): string | null {
  try {
    const { version }: { version?: unknown } = require(`${name}/package.json`)
    return typeof version === 'string' ? version : null
  } catch {
    return null
  }
}

/** Returns a `require` that resolves the package from this location, or `null`. */
function createRequireFrom(location: string, entry: string): NodeJS.Require | null {
  try {
    const require = process.getBuiltinModule('node:module').createRequire(location)
    require.resolve(entry)
    return require
  } catch {
    return null
  }
}
