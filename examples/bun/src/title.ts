export const title = 'Latchkey on Bun'
