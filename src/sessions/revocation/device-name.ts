/** The browsers by their mark in the `User-Agent`. Most name others too, so the first match counts. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** The browser and the system of a `User-Agent`, without versions, which browsers freeze. Null for what it does not name. */
export interface Device {
  readonly browser: string | null
  readonly system: string | null
}

/** Returns the browser and the system that a `User-Agent` names. Only names of this file: the header is text that a client chooses. */
export function parseDevice(userAgent: string | null): Device {
  return { browser: findName(browsers, userAgent ?? ''), system: findName(systems, userAgent ?? '') }
}

/** Returns the browser and the system of a `User-Agent` in English. Null if it names neither. */
export function describeDevice(userAgent: string | null): string | null {
  const { browser, system } = parseDevice(userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system
}

function findName(names: readonly (readonly [RegExp, string])[], userAgent: string): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}
