/** The variables that decide the origin of the app. */
const originVariables = ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST', 'VERCEL', 'CF_PAGES'] as const

/** `NODE_ENV` stays as it is unless it is given; undefined removes it. */
type Variables = Readonly<
  Partial<Record<(typeof originVariables)[number], string> & { NODE_ENV: string | undefined }>
>

/** Runs with these variables instead of those of the process, and restores them. */
export async function withEnvironment<Result>(
  variables: Variables,
  run: () => Promise<Result>,
): Promise<Result> {
  const names = 'NODE_ENV' in variables ? [...originVariables, 'NODE_ENV' as const] : originVariables
  const before = names.map(name => [name, process.env[name]] as const)
  for (const name of names) setVariable(name, variables[name])
  try {
    return await run()
  } finally {
    for (const [name, value] of before) setVariable(name, value)
  }
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}
