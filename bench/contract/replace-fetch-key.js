/**
 * Returns a provider for another copy of a library, which finds the function that reaches the provider in memory below a key of its own.
 *
 * @template Provider
 * @param {Provider} provider
 * @param {symbol} key
 * @returns {Provider}
 */
export function replaceFetchKey(provider, key) {
  const [symbol] = Object.getOwnPropertySymbols(provider)
  if (!symbol) return provider
  const { [symbol]: fetch, ...rest } = provider
  return { ...rest, [key]: fetch }
}
