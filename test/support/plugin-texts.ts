import type { Plugin } from 'latchkey/plugins'

/** Returns the texts of a plugin for each language, English first: their names, with the placeholders of each. */
export async function listTextsOfLanguages({ translations = {} }: Plugin): Promise<readonly string[][]> {
  return await Promise.all(
    Object.values(translations).map(async source =>
      listTexts(typeof source === 'function' ? ((await source()) as object) : source).sort(),
    ),
  )
}

function listTexts(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'string'
      ? [`${path}.${key} ${(inner.match(/\{\w+\}/g) ?? []).sort().join(' ')}`]
      : listTexts(Object(inner) as object, `${path}.${key}`),
  )
}
