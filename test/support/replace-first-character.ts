/** Replaces the first character by another one, so that the result always differs. */
export function replaceFirstCharacter(text: string): string {
  return (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
}
