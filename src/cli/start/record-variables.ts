import type { EnvironmentAccess, NeededImport, ReadVariable } from './start-types.js'

/** Writes code that reads variables, and lists the imports that this code needs. */
export interface VariableRecorder {
  readonly read: ReadVariable
  listImports(): readonly NeededImport[]
}

/** Records which variables are read. */
export function recordVariables({ read, createImport }: EnvironmentAccess): VariableRecorder {
  const names = new Set<string>()
  return {
    read: name => {
      names.add(name)
      return read(name)
    },
    listImports: () => (names.size > 0 && createImport ? [createImport([...names].sort())] : []),
  }
}
