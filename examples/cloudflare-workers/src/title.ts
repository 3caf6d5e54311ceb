export const title = 'Latchkey on Workers'
