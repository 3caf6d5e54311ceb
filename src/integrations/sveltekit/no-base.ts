/** Outside of a SvelteKit app. */
export const appBase: string = ''
