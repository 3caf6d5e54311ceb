import { hasEmailProvider, hasPasskeyProvider } from './check-configuration.js'
import type { Finding } from './findings.js'
import { listConfigurations, type Project } from './read-project.js'

/** What an adapter needs of a model of Prisma or a table of Drizzle, by its names in Prisma. */
export interface RequiredModel {
  readonly name: 'User' | 'Account' | 'Session' | 'VerificationToken' | 'Authenticator' | 'LatchkeyRecord'
  readonly fields: readonly string[]
  /** The fields by which the adapter finds one record. */
  readonly unique: readonly string[]
}

/** A model of Prisma or a table of Drizzle. */
export interface SchemaModel {
  /** How findings name it. */
  readonly title: string
  hasField(name: string): boolean
  /** Returns whether the fields are a unique key. */
  hasKey(fields: readonly string[]): boolean
}

const userModels: readonly RequiredModel[] = [
  { name: 'User', fields: ['id', 'email', 'emailVerified'], unique: ['email'] },
  {
    name: 'Account',
    fields: ['userId', 'type', 'provider', 'providerAccountId'],
    unique: ['provider', 'providerAccountId'],
  },
]
const sessionModel: RequiredModel = {
  name: 'Session',
  fields: ['sessionToken', 'userId', 'expires'],
  unique: ['sessionToken'],
}
const tokenModel: RequiredModel = {
  name: 'VerificationToken',
  fields: ['identifier', 'token', 'expires'],
  unique: ['identifier', 'token'],
}
const authenticatorModel: RequiredModel = {
  name: 'Authenticator',
  fields: [
    'credentialID',
    'userId',
    'providerAccountId',
    'credentialPublicKey',
    'counter',
    'credentialDeviceType',
    'credentialBackedUp',
  ],
  unique: ['credentialID'],
}

/** The model of the record store. */
export const recordModel: RequiredModel = {
  name: 'LatchkeyRecord',
  fields: ['kind', 'id', 'userId', 'value', 'count', 'version', 'expires'],
  unique: ['kind', 'id'],
}

/** Lists the models that a published adapter needs for the sign-in methods and the sessions of the configuration. */
export function listAdapterModels(project: Project): readonly RequiredModel[] {
  const texts = listConfigurations(project).map(([, text]) => text)
  const hasJwtSessions = texts.some(text => /strategy:\s*['"]jwt['"]/.test(text))
  // Sessions and one-time tokens are in the other store.
  const isComposed = texts.some(text => /\bcomposeAdapters\(/.test(text))
  return [
    ...userModels,
    ...(texts.length > 0 && !hasJwtSessions && !isComposed ? [sessionModel] : []),
    ...(texts.some(hasEmailProvider) && !isComposed ? [tokenModel] : []),
    ...(texts.some(hasPasskeyProvider) ? [authenticatorModel] : []),
  ]
}

/** Compares a model with what is required of it. */
export function checkModel({ fields, unique }: RequiredModel, model: SchemaModel): Finding[] {
  const missing = fields.filter(field => !model.hasField(field))
  if (missing.length > 0)
    return missing.map(field => ({ code: 'schema-field-missing', place: `${model.title}.${field}` }))
  return model.hasKey(unique)
    ? []
    : [{ code: 'schema-unique-missing', place: `${model.title} (${unique.join(', ')})` }]
}
