/** The variables that decide the origin of the app. */
const originVariables = ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST'] as const

type Variables = Readonly<Partial<Record<(typeof originVariables)[number], string>>>

/** Runs with these variables instead of those of the process, and restores them. */
export async function withEnvironment<Result>(
  variables: Variables,
  run: () => Promise<Result>,
): Promise<Result> {
  const before = originVariables.map(name => [name, process.env[name]] as const)
  for (const name of originVariables) setVariable(name, variables[name])
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
