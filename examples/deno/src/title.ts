export const title = 'Latchkey on Deno'
