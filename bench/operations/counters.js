/**
 * Counts operations of the platform: cryptography, objects of the web platform, JSON and promises.
 *
 * @module
 */
import { createHook } from 'node:async_hooks'
import { createRequire, syncBuiltinESMExports } from 'node:module'

const cryptoFunctions = [
  'createCipheriv',
  'createDecipheriv',
  'createHash',
  'createHmac',
  'hkdfSync',
  'randomBytes',
  'timingSafeEqual',
  'verify',
]
const subtleFunctions = ['decrypt', 'deriveBits', 'digest', 'encrypt', 'importKey', 'sign', 'verify']
const classes = ['Headers', 'ReadableStream', 'Request', 'Response', 'URL', 'URLSearchParams']
const functions = ['setTimeout', 'structuredClone']

/**
 * Replaces the operations by ones that count. Import the code that is measured afterwards.
 *
 * @returns `count`, which runs a step and returns its result, and `take`, which returns the counts since the last call
 */
export function installCounters() {
  let counts = new Map()
  let isCounting = false
  const record = name => {
    if (isCounting) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const wrap = (owner, key, name) => {
    const original = owner[key]
    Object.defineProperty(owner, key, {
      configurable: true,
      writable: true,
      value(...args) {
        record(name)
        return Reflect.apply(original, this, args)
      },
    })
  }
  const nodeCrypto = createRequire(import.meta.url)('node:crypto')
  for (const key of cryptoFunctions) wrap(nodeCrypto, key, `\`${key}\``)
  syncBuiltinESMExports()
  for (const key of subtleFunctions) wrap(crypto.subtle, key, `\`subtle.${key}\``)
  for (const key of ['parse', 'stringify']) wrap(JSON, key, `\`JSON.${key}\``)
  for (const key of functions) wrap(globalThis, key, `\`${key}\``)
  wrap(URL, 'canParse', '`URL.canParse`')
  wrap(AbortSignal, 'timeout', '`AbortSignal.timeout`')
  for (const key of classes) globalThis[key] = countInstances(globalThis[key], () => record(`\`new ${key}\``))
  createHook({ init: (_id, type) => type === 'PROMISE' && record('promises') }).enable()
  return {
    async count(step) {
      isCounting = true
      try {
        return await step()
      } finally {
        isCounting = false
      }
    },
    take() {
      const taken = counts
      counts = new Map()
      return taken
    },
  }
}

function countInstances(original, record) {
  const counted = new Proxy(original, {
    construct(target, args, newTarget) {
      record()
      return Reflect.construct(target, args, newTarget === counted ? target : newTarget)
    },
  })
  return counted
}
