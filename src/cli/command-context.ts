/** Environment and output of a command. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Whether `out` writes to a terminal, which interprets control characters. @default false */
  readonly isTerminal?: boolean
  /** Asks a question in the terminal. Absent without one. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
  out(text: string): void
  err(text: string): void
}
