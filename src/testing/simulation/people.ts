/** The two users and the attacker of a story. */
export type PersonName = 'Ada' | 'Ben' | 'Eve'

/** A person in a simulation. Eve is the attacker, who also has accounts of her own. */
export interface SimulatedPerson {
  readonly name: PersonName
  readonly fullName: string
  readonly email: string
  /** The id at every provider. */
  readonly sub: string
}

/** All persons of a story. */
export const personNames: readonly [PersonName, ...PersonName[]] = ['Ada', 'Ben', 'Eve']

/** The email of Eve has the local part of Ada's, which a careless lookup takes for hers. */
const people = {
  Ada: { fullName: 'Ada Lovelace', mailbox: 'ada', host: 'example.com' },
  Ben: { fullName: 'Ben Franklin', mailbox: 'ben', host: 'example.com' },
  Eve: { fullName: 'Eve Mallory', mailbox: 'ada', host: 'evil.example' },
}

/**
 * Creates a person.
 *
 * @param suffix tells the persons of several stories apart if they share a store
 */
export function createPerson(name: PersonName, suffix: string): SimulatedPerson {
  const { fullName, mailbox, host } = people[name]
  const sub = `${name.toLowerCase()}-0001${suffix}`
  return { name, fullName, email: `${mailbox}${suffix}@${host}`, sub }
}
