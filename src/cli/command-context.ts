/** Environment and output of a command. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  out(text: string): void
  err(text: string): void
}
