/** Parses a header to which each proxy appends an element. An element may be empty. */
export function parseForwardedList(header: string | null | undefined): readonly string[] {
  return header ? header.split(',').map(element => element.trim()) : []
}
