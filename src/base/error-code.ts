/** The codes of systems and runtimes, such as `ECONNREFUSED` and `CERT_HAS_EXPIRED`. */
const codePattern = /^[A-Z][A-Z0-9_]{2,59}$/

/**
 * Returns the code below an error, such as `ECONNREFUSED`. `fetch` hides it in the cause of the error "fetch failed". If several addresses
 * of a host failed, the cause has one error for each.
 */
export function findCauseCode(error: Error): string | null {
  const { cause } = error
  if (typeof cause !== 'object' || cause === null) return null
  const errors: unknown = Reflect.get(cause, 'errors')
  const candidates: unknown[] = [cause, ...(Array.isArray(errors) ? errors : [])]
  return candidates.map(getCode).find(code => code !== null) ?? null
}

function getCode(error: unknown): string | null {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : null
  return typeof code === 'string' && codePattern.test(code) ? code : null
}
