import * as platform from '#crypto'
import type { Environment } from '../types/server.js'
import { unwrapText } from './environment-values.js'

interface SecretOption {
  readonly secret?: string | readonly string[] | undefined
}

interface EncryptionOptions extends SecretOption {
  readonly encryptionKeys?: string | readonly string[] | undefined
}

/** Returns the non-empty secrets, newest first. */
export function listSecrets({ secret = [] }: SecretOption): readonly string[] {
  return (Array.isArray(secret) ? secret : [secret]).filter(Boolean)
}

/** Returns the key ring of stored secrets, newest first. */
export function listEncryptionKeys({ encryptionKeys, ...config }: EncryptionOptions): readonly string[] {
  const keys = listSecrets({ secret: encryptionKeys })
  return keys.length > 0 ? keys : listSecrets(config)
}

/** Reads the secrets from the environment, newest first. */
export function readSecrets(env: Environment): string[] {
  return listNewestFirst([
    unwrapText(env.AUTH_SECRET ?? '') ? env.AUTH_SECRET : env.NEXTAUTH_SECRET,
    env.AUTH_SECRET_1,
    env.AUTH_SECRET_2,
    env.AUTH_SECRET_3,
  ])
}

/** Reads the key ring of stored secrets from the environment, newest first. Empty if `secret` is the key ring. */
export function readEncryptionKeys(env: Environment): string[] {
  return listNewestFirst([
    env.AUTH_ENCRYPTION_KEY,
    env.AUTH_ENCRYPTION_KEY_1,
    env.AUTH_ENCRYPTION_KEY_2,
    env.AUTH_ENCRYPTION_KEY_3,
  ])
}

function listNewestFirst(oldestFirst: readonly (string | undefined)[]): string[] {
  return oldestFirst
    .filter((secret): secret is string => secret !== undefined && unwrapText(secret) !== '')
    .reverse()
}

/**
 * Binds secrets to a tenant, so that no key or hash that derives from them is valid in another. Without a tenant they stay as they are. The
 * secret of session tokens is not bound: it is part of the contract, and their tenant is a claim.
 */
export function bindSecrets(secrets: readonly string[], tenant: string | undefined): readonly string[] {
  // JSON keeps the parts apart, whatever characters they contain.
  return tenant === undefined ? secrets : secrets.map(secret => JSON.stringify([tenant, secret]))
}

/** Generates a secret of 256 random bits that is safe in an environment file. */
export function generateSecret(): string {
  return platform.toBase64url(platform.generateRandomBytes(32))
}

/**
 * Returns the texts that may have been hashed as the secret: each secret, and all of them joined, as Auth.js
 * does. Newer secrets can have been added since a migration. The first candidate makes new hashes.
 */
export function listHashSecrets(secrets: readonly string[]): readonly string[] {
  if (secrets.length === 1) return secrets
  return [...secrets, ...secrets.slice(0, -1).map((_, index) => secrets.slice(index).join(','))]
}
