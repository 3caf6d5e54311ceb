import { type Capabilities, measure } from './measure.js'
import { listWays, setUps } from './set-ups.js'
import { listThefts, type Theft } from './stolen-things.js'

/** Every theft from every owner. */
export const thefts: readonly Theft[] = setUps.flatMap(listThefts)

const measured = new Map<Theft, Promise<Capabilities>>()

/** Measures a theft once, also if several tests need the result. */
export async function measureOnce(theft: Theft): Promise<Capabilities> {
  const result = measured.get(theft) ?? measure(theft, theft.strategy ?? 'jwt')
  measured.set(theft, result)
  return result
}

/** Returns what the owner has, and how the owner signed in if there are several ways. */
export function describeOwner({ setUp, way }: Theft): string {
  return way && listWays(setUp).length > 1 ? `${setUp.name} (${way})` : setUp.name
}
