import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'

/** What a hook sees of a request: each way to read a field. */
async function readEveryWay(request: Request, name: string): Promise<readonly unknown[]> {
  const { searchParams } = new URL(request.url)
  const isJson = request.headers.get('content-type')?.includes('json')
  return [
    ...(isJson ? [Object(await request.json())[name]] : readBothEnds(await request.formData(), name)),
    ...readBothEnds(searchParams, name),
  ]
}

/** Reads the first and the last value. */
function readBothEnds(fields: FormData | URLSearchParams, name: string): readonly unknown[] {
  return [fields.get(name), fields.getAll(name).at(-1)]
}

const multipart = (entries: readonly (readonly [string, string])[]) => {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return { body: form, headers: {} }
}

/** How a body can repeat a field. */
const encodings: Readonly<
  Record<string, (entries: [string, string][]) => { body: BodyInit; headers: object }>
> = {
  'a form': entries => ({ body: new URLSearchParams(entries), headers: {} }),
  'a multipart body': multipart,
  JSON: entries => ({
    body: `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`,
    headers: { 'content-type': 'application/json' },
  }),
}

describe.each(Object.keys(encodings))('a field that %s repeats', encoding => {
  test('has one value, its last one, for `credentials`, the request of `authorize` and the limits', async () => {
    const seen: unknown[] = []
    const provider = {
      id: 'credentials',
      name: 'Password',
      type: 'credentials' as const,
      credentials: { email: {}, password: { type: 'password' } },
      async authorize({ email }: { email?: unknown }, request: Request) {
        seen.push(new Set([email, ...(await readEveryWay(request, 'email'))]))
        return null
      },
    }
    const { open, answer } = createTestApp({
      providers: [provider],
      secret: crypto.randomUUID(),
      throttling: { account: { limit: 2 } },
    })
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    const cookie = visit.jar
      .cookies()
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const submit = async (first: string, last: string) => {
      const entries: [string, string][] = [
        ['csrfToken', csrfToken],
        ['email', first],
        ['email', last],
      ]
      const { body, headers } = encodings[encoding]?.(entries) ?? { body: '', headers: {} }
      const url = `${origin}/auth/callback/credentials?email=${first}&email=${last}`
      return answer(new Request(url, { method: 'POST', body, headers: { ...headers, cookie } }))
    }
    for (let count = 0; count < 4; count++) await submit(`decoy-${count}`, 'victim')
    expect(seen).toEqual(Array(2).fill(new Set(['victim'])))
    const response = await submit('victim', 'other')
    expect(getLocation(response)).toContain('CredentialsSignin')
    expect(seen.at(-1)).toEqual(new Set(['other']))
  })
})
